// SPDX-License-Identifier: MIT
//
// The whole public interface. Only the headers of this folder are installed; everything else may change with
// any version.
#pragma once

#include "quixo/answers.h"
#include "quixo/error.h"
#include "quixo/known.h"
#include "quixo/move.h"
#include "quixo/notation.h"
#include "quixo/open.h"
#include "quixo/position.h"
#include "quixo/rules.h"
#include "quixo/saved.h"
#include "quixo/search.h"
#include "quixo/table.h"
#include "quixo/value.h"
#include "quixo/version.h"
