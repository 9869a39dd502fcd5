// SPDX-License-Identifier: MIT
//
// A reviewed game as people read it.
#pragma once

#include <string>

#include "play/review.h"

namespace quixo::apps {

std::string review_text(const Review& review);

}  // namespace quixo::apps
