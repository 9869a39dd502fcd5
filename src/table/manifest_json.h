// SPDX-License-Identifier: MIT
//
// Entries of the manifest as JSON, which the files of an unfinished solve hold as well.
#pragma once

#include "table/census_json.h"
#include "table/manifest.h"

namespace quixo::table {

Json to_json(int layer, Metric metric, const LayerEntry& entry);
/// `packed` says whether the distances, if there are any, are there yet. Throws Error when the entry
/// contradicts it.
LayerEntry layer_from(int layer, Metric metric, bool packed, const Json& json);

}  // namespace quixo::table
