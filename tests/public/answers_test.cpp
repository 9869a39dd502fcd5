// SPDX-License-Identifier: MIT
#include "quixo/answers.h"

#include <gtest/gtest.h>

#include "tests/public/support.h"

namespace quixo {
namespace {

bool has(const Answer& answer, std::string_view text) { return answer.body.find(text) != std::string::npos; }

TEST(Answers, SearchesUntilItHasATable) {
  Answers answers;
  const std::string target = "/api/v1/position?rules=3x3&position=3/3/3+x";
  EXPECT_TRUE(answers.tables().empty());
  const Answer before = answers.answer("GET", target);
  EXPECT_EQ(before.status, 200);
  EXPECT_TRUE(has(before, R"("distance_moves":7,"proof":"search")")) << before.body;
  answers.add(solve_in_memory(parse_rules("3x3")));
  ASSERT_EQ(answers.tables().size(), 1U);
  EXPECT_EQ(answers.tables()[0].rules(), parse_rules("3x3"));
  const Answer after = answers.answer("GET", target);
  EXPECT_TRUE(has(after, R"("distance_moves":7,"proof":"table")")) << after.body;
}

TEST(Answers, NeverSolvesByItself) {
  Answers answers;
  const Answer answer = answers.answer("GET", "/api/v1/statistics?rules=2x2");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.body, R"({"error":{"status":404,"message":"2x2 is not solved here yet"}})"
                         "\n");
  EXPECT_EQ(answers.answer("POST", "/api/v1/solve", R"({"rules":"2x2"})").status, 405);
  EXPECT_TRUE(answers.tables().empty());
}

TEST(Answers, ListsItsTablesAndWhatCanBeSolved) {
  Answers answers;
  answers.add(solve_in_memory(parse_rules("2x3")));
  const Answer boards = answers.answer("GET", "/api/v1/boards");
  EXPECT_TRUE(has(boards, R"({"rules":"2x3","rows":2,"cols":3,"line":2,"double_line":"loses","cells":6,)"
                          R"("status":"ready","metric":"distance","source":"memory",)"))
      << boards.body;
  EXPECT_TRUE(has(boards, R"("cells":9,"status":"missing","metric":null,"source":null,"tag":null,)"));
  EXPECT_TRUE(has(boards, R"("fits":false,"why":"5x5 has 25 cells, and at most 16 are solved here)"));
  EXPECT_TRUE(has(boards, R"("can_solve":true,"read_only":false,"why_not":null})"));
}

TEST(Answers, MakesAWholeBatch) {
  Answers answers;
  answers.add(solve_in_memory(parse_rules("2x2")));
  std::string positions;
  for (int i = 0; i < 1000; ++i) positions += R"(,"2/2 x")";
  const Answer answer =
      answers.answer("POST", "/api/v1/batch", R"({"rules":"2x2","positions":[)" + positions.substr(1) + "]}");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.body.ends_with("]}\n"));
  std::size_t results = 0;
  for (std::size_t at = 0; (at = answer.body.find(R"("to_move")", at)) != std::string::npos; ++at) ++results;
  EXPECT_EQ(results, 1000U);
}

TEST(Answers, ComeSoonWhenNobodyWaits) {
  Answers answers;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(
      answers
          .answer("POST", "/api/v1/batch", R"({"rules":"5x5","positions":["5/5/5/5/5 x"]})", stop.get_token())
          .status,
      503);
}

TEST(Answers, KnowMoreThanTheyKeep) {
  Answers answers;
  answers.add(solve_in_memory(parse_rules("2x2")));
  for (int round = 0; round < 2; ++round) {
    for (const char* rules : {"2x2", "2x3", "3x2", "2x4", "4x2", "3x3"}) {
      const Answer answer =
          answers.answer("GET", std::string("/api/v1/play?player=level-1&seed=1&rules=") + rules +
                                    "&position=" + (std::string(rules) == "3x3" ? "3/3/3+x" : "2/2+x"));
      EXPECT_EQ(answer.status, std::string(rules) == "2x2" || std::string(rules) == "3x3" ? 200 : 400);
    }
  }
}

TEST(Answers, RefuseWhatIsWrong) {
  Answers answers;
  EXPECT_EQ(answers.answer("GET", "").status, 400);
  EXPECT_EQ(answers.answer("GET", "/").status, 404);
  EXPECT_EQ(answers.answer("GET", "/api/v1/openapi.json").status, 404);
  EXPECT_EQ(answers.answer("PUT", "/api/v1/boards").status, 405);
  EXPECT_EQ(answers.answer("POST", "/api/v1/batch", "{").status, 400);
  EXPECT_EQ(answers.answer("GET", "/api/v1/position?rules=3x3").body,
            R"({"error":{"status":400,"message":"the parameter position is missing"}})"
            "\n");
}

}  // namespace
}  // namespace quixo
