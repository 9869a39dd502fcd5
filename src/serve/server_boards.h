// SPDX-License-Identifier: MIT
//
// What the server knows of boards: its tables, what it makes, and who may have it make them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/boards.h"
#include "serve/open_tables.h"
#include "serve/solving.h"
#include "serve/writers.h"

namespace quixo::serve {

/// What it uses must outlive it.
class ServerBoards : public Boards {
 public:
  ServerBoards(const OpenTables& tables, Solving& solving, const Writers& writers)
      : tables_(tables), solving_(solving), writers_(writers) {}

  std::optional<BestTable> find(const Rules& rules) const override { return tables_.find(rules); }
  std::vector<Rules> with_table() const override { return tables_.on_disk(); }
  std::optional<Making> making(const Rules& rules) const override { return solving_.making(rules); }
  std::optional<Failure> failure(const Rules& rules) const override { return solving_.failure(rules); }
  std::optional<Metric> unfinished(const Rules& rules) const override { return solving_.unfinished(rules); }
  solve::Needs needs(const Rules& rules, Metric metric) const override {
    return solving_.needs(rules, metric);
  }
  std::optional<std::string> why_not(const Rules& rules, Metric metric) const override {
    return solving_.why_not(rules, metric);
  }
  std::optional<std::string> why_not(const Request& request) const override {
    return writers_.why_not(request, "make tables here");
  }
  bool is_read_only() const override { return writers_.is_read_only(); }

 private:
  const OpenTables& tables_;
  Solving& solving_;
  const Writers& writers_;
};

}  // namespace quixo::serve
