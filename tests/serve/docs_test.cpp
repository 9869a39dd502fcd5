// SPDX-License-Identifier: MIT
//
// The tables of docs/api.md that repeat what the program knows: endpoints and limits. When one of these tests
// fails it prints the table as it should be, to be pasted.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "api/query.h"
#include "base/text.h"
#include "serve/open_tables.h"
#include "serve/page.h"
#include "serve/server.h"
#include "tests/files.h"

namespace quixo::serve {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The first table after a heading of docs/api.md, line by line.
std::string table_after(const std::string& heading) {
  std::istringstream document(bytes_of(QUIXO_API_DOCS));
  std::string table;
  std::string line;
  while (std::getline(document, line) && line != heading) {
  }
  while (std::getline(document, line))
    if (line.starts_with('|'))
      table += line + '\n';
    else if (!table.empty())
      break;
  return table;
}

/// Columns are as wide as their longest cell, but for cells that are too long to wait for.
std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t widest = 60;
  std::vector<std::size_t> widths(rows.front().size());
  for (const std::vector<std::string>& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i].size() <= widest) widths[i] = std::max(widths[i], row[i].size());
  std::string table;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) table += fmt::format("| {:{}} ", row[i], widths[i]);
    table += "|\n";
    if (&row != rows.data()) continue;
    for (const std::size_t width : widths) table += fmt::format("|{:-<{}}", "", width + 2);
    table += "|\n";
  }
  return table;
}

OrderedJson description() { return OrderedJson::parse(api_description().bytes); }

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// `rules`, `position`, [`seed`]
std::string parameters_of(const OrderedJson& document, const OrderedJson& operation) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name, bool required) {
    names.push_back(fmt::format(fmt::runtime(required ? "`{}`" : "[`{}`]"), name));
  };
  for (const OrderedJson& parameter : operation.value("parameters", OrderedJson::array()))
    add(parameter["name"], parameter["required"]);
  if (operation.contains("requestBody")) {
    const std::string name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    const OrderedJson& body = document.at(OrderedJson::json_pointer(name.substr(1)));
    for (const auto& [field, schema] : body["properties"].items())
      add(field, std::ranges::find(body["required"], OrderedJson(field)) != body["required"].end());
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

TEST(ApiDocs, ListTheEndpoints) {
  const OrderedJson document = description();
  const std::string prefix = "/api/v1/";
  std::vector<std::vector<std::string>> rows = {
      {"request", "parameters, or fields of the JSON body", "answer"}};
  for (const auto& [path, operations] : document["paths"].items())
    for (const auto& [method, operation] : operations.items()) {
      ASSERT_TRUE(path.starts_with(prefix));
      rows.push_back({fmt::format("`{} {}`", upper(method), path.substr(prefix.size())),
                      parameters_of(document, operation), operation["summary"]});
    }
  EXPECT_EQ(table_after("## Endpoints"), table_of(rows));
}

TEST(ApiDocs, ListEveryStatusOfAFailure) {
  std::set<std::string> statuses;
  const OrderedJson document = description();
  for (const OrderedJson& operations : document["paths"])
    for (const OrderedJson& operation : operations)
      for (const auto& [status, response] : operation["responses"].items())
        if (status >= "400") statuses.insert(status);
  const std::string table = table_after("## Errors");
  for (const std::string& status : statuses) EXPECT_NE(table.find(status), std::string::npos) << status;
}

std::string binary_size(std::size_t bytes) {
  if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) return fmt::format("{} MiB", bytes >> 20);
  if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) return fmt::format("{} KiB", bytes >> 10);
  return fmt::format("{} bytes", grouped(bytes));
}

std::string seconds(std::chrono::milliseconds time) { return fmt::format("{} s", time.count() / 1000); }

TEST(ApiDocs, NameTheLimits) {
  const Limits limits;
  EXPECT_EQ(
      table_after("## Limits"),
      table_of({
          {"what", "limit"},
          {"address, header, body",
           fmt::format("{}, {}, {}", binary_size(limits.target_bytes), binary_size(limits.header_bytes),
                       binary_size(limits.body_bytes))},
          {"positions of a batch", grouped(most_positions)},
          {"game to review", fmt::format("{}, {} moves", binary_size(longest_game), grouped(most_moves))},
          {"depth of JSON in a request, fields of an object",
           fmt::format("{}, {}", grouped(most_depth), grouped(most_fields))},
          {"connections", fmt::format("{}; then the one that has waited for its client longest is closed",
                                      grouped(limits.connections))},
          {"requests and answers in memory, of all connections",
           fmt::format("{}; then the connection that holds most is closed",
                       binary_size(limits.memory_bytes))},
          {"time from one request to the next", seconds(limits.idle)},
          {"time for a request to arrive, for an answer to be taken",
           fmt::format("{}, {}", seconds(limits.request), seconds(limits.response))},
          {"time for a request to be answered, or for a piece of it",
           fmt::format("{}, then 503", seconds(limits.answer))},
          {"time for an answer once the client has ended its side",
           fmt::format("{} ms", limits.half_closed.count())},
          {"time to search, for many positions",
           fmt::format("{}, {}; then what is proved is the answer", seconds(Budget().search),
                       seconds(Budget().searches))},
          {"time for running requests when the server is stopped", seconds(limits.shutdown)},
          {"boards that are open at a time",
           fmt::format("{}, then the one that was not used for longest goes", most_open)},
      }));
}

TEST(ApiDocs, AgreeWithTheDescriptionOnTheLengthOfAGame) {
  const std::string text =
      description()["components"]["schemas"]["ReviewRequest"]["properties"]["game"]["description"];
  EXPECT_TRUE(text.ends_with(fmt::format("at most {} moves.", most_moves))) << text;
}

}  // namespace
}  // namespace quixo::serve
