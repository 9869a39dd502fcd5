// SPDX-License-Identifier: MIT
//
// A reviewed game as people read it.
#pragma once

#include <string>

#include "play/review.h"

namespace quixo::apps {

/// "win in 7", "loss in 2", "draw"; "win" when the distance is not known.
std::string value_text(Value value);

std::string review_text(const Review& review);

}  // namespace quixo::apps
