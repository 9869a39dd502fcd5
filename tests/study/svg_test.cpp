// SPDX-License-Identifier: MIT
#include "study/svg.h"

#include <gtest/gtest.h>

#include "tests/study/xml.h"

namespace quixo::study {
namespace {

TEST(Svg, IsAWholeDocumentInOrder) {
  Svg svg(100, 50, "a title", "what it shows");
  svg.add("<path d=\"M{} {}\"/>\n", 1, 2);
  svg.style(".a{fill:none}\n");
  svg.text(3, 4.5, "words", centred);
  const std::string document = svg.document();
  EXPECT_EQ(xml_problem(document), "");
  std::size_t last = 0;
  for (const char* part : {R"(viewBox="0 0 100 50")", "<title>a title</title>", "<desc>what it shows</desc>",
                           "<style>\n.a{fill:none}\n</style>", R"(<rect width="100")", R"(<path d="M1 2"/>)",
                           R"(<text x="3" y="4.5" text-anchor="middle">words</text>)"}) {
    const std::size_t at = document.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    EXPECT_GE(at, last) << part;
    last = at;
  }
}

TEST(Svg, EscapesText) {
  Svg svg(1, 1, "a < b", "b > a & c");
  svg.text(0, 0, "<&>");
  EXPECT_EQ(xml_problem(svg.document()), "");
  EXPECT_EQ(count_of(svg.document(), ">&lt;&amp;&gt;</text>"), 1);
  EXPECT_EQ(count_of(svg.document(), "<title>a &lt; b</title>"), 1);
}

TEST(Xml, ProblemsAreSeen) {
  EXPECT_EQ(xml_problem("<a b=\"1\"><c/>t &lt; u</a>\n"), "");
  for (const char* bad : {"", "x", "<a>", "<a></b>", "<a b=1/>", "<a b/>", R"(<a b="1/>)", "<a/><b/>",
                          "<a>&</a>", R"(<a b="1" b="2"/>)", "<a></a", "</a>", "<a>></a>"})
    EXPECT_NE(xml_problem(bad), "") << bad;
}

}  // namespace
}  // namespace quixo::study
