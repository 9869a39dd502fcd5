// SPDX-License-Identifier: MIT
//
// The table that a verb plays or judges by.
#pragma once

#include "probe/table.h"

namespace quixo::apps {

/// With a word on the terminal while a small board is being solved.
Table table_for(const Rules& rules);

}  // namespace quixo::apps
