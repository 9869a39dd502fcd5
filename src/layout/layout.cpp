// SPDX-License-Identifier: MIT
#include "layout/layout.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace quixo {
namespace {

using Image = CellPermutation::Images;

Image identity() {
  Image image{};
  for (std::size_t cell = 0; cell < image.size(); ++cell) image[cell] = static_cast<std::int8_t>(cell);
  return image;
}

/// Board cell to cell in layout order: the interior first, each part row by row from the top left.
Image interior_first(const Geometry& geometry) {
  Image image = identity();
  std::int8_t next = 0;
  for (const bool border : {false, true})
    for (Cell cell = geometry.cells() - 1; cell >= 0; --cell)
      if (geometry.on_border(cell) == border) image[static_cast<std::size_t>(cell)] = next++;
  return image;
}

Image inverse(const Image& image) {
  Image back{};
  for (std::size_t cell = 0; cell < image.size(); ++cell)
    back[static_cast<std::size_t>(image[cell])] = static_cast<std::int8_t>(cell);
  return back;
}

}  // namespace

Layout::Layout(const Geometry& geometry)
    : geometry_(geometry),
      from_board_(interior_first(geometry)),
      to_board_(inverse(interior_first(geometry))),
      layers_(static_cast<std::size_t>(geometry.cells()) + 1) {
  for (Cell cell = 0; cell < cells(); ++cell) geometry.on_border(cell) ? ++border_cells_ : ++interior_cells_;
  interior_mask_ = (Cells{1} << interior_cells_) - 1;
  assert(from_board_.permutes(geometry.all_cells()) && to_board_.permutes(geometry.all_cells()));
  make_symmetries();
  find_interior_classes();
  place_borders();
  number_occupancies();
  for (const Cells line : geometry.lines()) lines_.push_back(from_board_(line));
  for (const Slide& slide : geometry.slides()) slides_.push_back(make_slide(slide));
}

void Layout::make_symmetries() {
  const auto map = [&](const auto& image_of) {
    Image image = identity();
    for (Cell cell = 0; cell < cells(); ++cell)
      image[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(image_of(cell));
    return CellPermutation(image);
  };
  for (const CellPermutation& symmetry : geometry_.symmetries()) {
    symmetries_.push_back(map([&](Cell cell) { return from_board_(symmetry(to_board_(cell))); }));
    board_symmetries_.push_back(map([&](Cell cell) { return from_board_(symmetry(cell)); }));
    assert(symmetries_.back().permutes(geometry_.all_cells()));
    assert(symmetries_.back().permutes(interior_mask_) && "the border stays the border");
  }

  // border_places_ has three bits for a symmetry.
  assert(symmetries_.size() <= 8);
  const auto same = [&](const CellPermutation& a, const CellPermutation& g, const CellPermutation& h) {
    for (Cell cell = 0; cell < cells(); ++cell)
      if (a(cell) != g(h(cell))) return false;
    return true;
  };
  for (std::size_t g = 0; g < symmetries_.size(); ++g)
    for (std::size_t h = 0; h < symmetries_.size(); ++h)
      for (std::size_t both = 0; both < symmetries_.size(); ++both)
        if (same(symmetries_[both], symmetries_[g], symmetries_[h]))
          compose_[g][h] = static_cast<std::uint32_t>(both);
}

void Layout::find_interior_classes() {
  interiors_.resize(std::size_t{1} << interior_cells_);
  for (Cells interior = 0; interior <= interior_mask_; ++interior) {
    Cells least = interior;
    std::uint16_t by = 0;
    std::vector<std::uint32_t> stabiliser;
    for (std::uint32_t g = 0; g < symmetries_.size(); ++g) {
      const Cells image = symmetries_[g](interior);
      if (image == interior) stabiliser.push_back(g);
      if (image >= least) continue;
      least = image;
      by = static_cast<std::uint16_t>(g);
    }
    if (least == interior) {
      const auto known = std::ranges::find(stabilisers_, stabiliser);
      classes_.push_back({interior, static_cast<std::uint32_t>(known - stabilisers_.begin())});
      if (known == stabilisers_.end()) stabilisers_.push_back(stabiliser);
    }
    const auto found = std::ranges::lower_bound(classes_, least, {}, &InteriorClass::least);
    interiors_[interior] = {static_cast<std::uint16_t>(found - classes_.begin()), by};
  }
}

void Layout::place_borders() {
  border_places_.resize(stabilisers_.size() << border_cells_);
  const std::size_t patterns = std::size_t{1} << border_cells_;
  for (std::size_t i = 0; i < stabilisers_.size(); ++i) {
    std::vector<std::uint32_t>& borders = borders_.emplace_back(static_cast<std::size_t>(border_cells_) + 1);
    std::uint32_t* places = &border_places_[i << border_cells_];
    for (std::size_t border = 0; border < patterns; ++border) {
      const auto cells = static_cast<Cells>(border << interior_cells_);
      Cells least = cells;
      std::uint32_t by = 0;
      for (const std::uint32_t g : stabilisers_[i])
        if (const Cells image = symmetries_[g](cells); image < least) {
          least = image;
          by = g;
        }
      places[border] = least == cells ? borders[static_cast<std::size_t>(std::popcount(cells))]++ << 3
                                      : (places[least >> interior_cells_] & ~7U) | by;
    }
  }
}

void Layout::number_occupancies() {
  first_bitmaps_.resize(classes_.size() * layers_.size());
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto inside = static_cast<std::size_t>(std::popcount(classes_[i].least));
    const std::vector<std::uint32_t>& borders = borders_[classes_[i].stabiliser];
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      std::size_t& bitmaps = layers_[layer].bitmaps;
      assert(bitmaps >> 32 == 0);
      first_bitmaps_[i * layers_.size() + layer] = static_cast<std::uint32_t>(bitmaps);
      if (layer >= inside && layer - inside < borders.size()) bitmaps += borders[layer - inside];
    }
  }
}

void Layout::list_occupancies(Layer& listed, int layer) const {
  const std::lock_guard lock(listing_);
  if (listed.is_listed.load(std::memory_order_relaxed)) return;
  std::vector<Cells> occupancies;
  occupancies.reserve(listed.bitmaps);
  const std::uint64_t patterns = std::uint64_t{1} << border_cells_;
  for (const InteriorClass& each : classes_) {
    const int outside = layer - std::popcount(each.least);
    if (outside < 0 || outside > border_cells_) continue;
    const std::uint32_t* places = &border_places_[std::size_t{each.stabiliser} << border_cells_];
    // The patterns of so many cells, ascending: the lowest run of ones gives its highest one to the place
    // above, and the others start again at the bottom, as in 0b0110 -> 0b1001.
    for (std::uint64_t border = (std::uint64_t{1} << outside) - 1; border < patterns;) {
      if ((places[border] & 7) == 0)
        occupancies.push_back(each.least | static_cast<Cells>(border << interior_cells_));
      if (border == 0) break;
      const std::uint64_t carried = border + (border & -border);
      border = carried | ((border ^ carried) >> 2 >> std::countr_zero(border));
    }
  }
  assert(occupancies.size() == listed.bitmaps);
  listed.occupancies = std::move(occupancies);
  listed.is_listed.store(true, std::memory_order_release);
}

Layout::LaidOutSlide Layout::make_slide(const Slide& slide) const {
  LaidOutSlide laid_out{slide, from_board_(slide.taken()), {}, {}};
  for (const CellPermutation& symmetry : symmetries_) {
    Image image = identity();
    for (Cell cell = 0; cell < cells(); ++cell) {
      // The taken cube goes to the inserted cell, its segment slides one step, the rest stays.
      const Cells bit = cell_bit(to_board_(cell));
      const Cells slid = bit == slide.taken() ? slide.inserted()
                         : (both_halves(bit) & slide.segment)
                             ? static_cast<Cells>(std::rotl(Bits{bit}, slide.shift))
                             : bit;
      image[static_cast<std::size_t>(cell)] =
          static_cast<std::int8_t>(symmetry(from_board_(std::countr_zero(slid))));
    }
    laid_out.forth.emplace_back(image);
    laid_out.back.emplace_back(inverse(image));
    assert(laid_out.forth.back().permutes(geometry_.all_cells()));
  }
  return laid_out;
}

std::uint64_t Layout::bytes() const {
  std::uint64_t bytes = interiors_.size() * sizeof(InteriorEntry) + classes_.size() * sizeof(InteriorClass) +
                        (border_places_.size() + first_bitmaps_.size()) * sizeof(std::uint32_t);
  for (const Layer& layer : layers_) bytes += std::uint64_t{layer.bitmaps} * sizeof(Cells);
  return bytes;
}

int Layout::orbit_size(Cells occupancy) const {
  std::ptrdiff_t fixing = 1;  // the identity, which comes first
  for (std::size_t g = 1; g < symmetries_.size(); ++g)
    if (symmetries_[g](occupancy) == occupancy) ++fixing;
  assert(static_cast<std::ptrdiff_t>(symmetries_.size()) % fixing == 0);
  return static_cast<int>(static_cast<std::ptrdiff_t>(symmetries_.size()) / fixing);
}

void Layout::find_edges(Cells occupancy, bool own, std::vector<Edge>& edges) const {
  edges.clear();
  const Bits board = to_board_(occupancy);
  const int layer = std::popcount(occupancy) + (own ? 0 : 1);
  for (std::size_t slide = 0; slide < slides_.size(); ++slide) {
    if (((slides_[slide].taken & occupancy) != 0) != own) continue;
    const Bits moved = slides_[slide].slide.apply(board, Player::o);
    const Stored child = find(from_board_(static_cast<Cells>(moved)), layer);
    edges.push_back(
        {child.bitmap, static_cast<std::uint16_t>(child.symmetry), static_cast<std::uint16_t>(slide)});
  }
}

cube::AxisMap Layout::axis_map(Cells occupancy, const Edge& edge) const {
  const LaidOutSlide& slide = slides_[edge.slide];
  const bool own = (occupancy & slide.taken) != 0;
  const int axes = std::popcount(occupancy) + (own ? 0 : 1);
  const Cells child = carry(edge, occupancy | slide.taken);
  assert(find(child, axes).bitmap == edge.child);
  std::array<std::uint8_t, max_cells> rank;  // axis of each cell in the child
  std::uint8_t next = 0;
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells()); ++cell) {
    rank[cell] = next;
    next = static_cast<std::uint8_t>(next + (child >> cell & 1));
  }
  const CellPermutation& image = slide.forth[edge.symmetry];
  cube::AxisMap map;
  map.axes = axes;
  std::size_t axis = 0;
  for (Cells rest = occupancy; rest != 0; rest &= rest - 1)
    map.to[axis++] = rank[static_cast<std::size_t>(image(std::countr_zero(rest)))];
  if (!own) map.to[axis] = rank[static_cast<std::size_t>(image(std::countr_zero(slide.taken)))];
  map.fixed = own ? std::popcount(occupancy & (slide.taken - 1)) : axes - 1;
  return map;
}

void Layout::unmoves(Cells occupancy, bool own_taken, std::vector<UnMove>& found) const {
  found.clear();
  const Bits board = to_board_(occupancy);
  for (const LaidOutSlide& slide : slides_) {
    const Cells inserted = from_board_(slide.slide.inserted());
    if ((inserted & occupancy) == 0) continue;
    const Bits before = own_taken ? slide.slide.undo_own(board, Player::o) : slide.slide.undo_blank(board);
    const Cells parent = from_board_(static_cast<Cells>(before));
    const Stored ref = find(parent);
    const Cells stored = symmetries_[ref.symmetry](parent);
    UnMove& unmove = found.emplace_back();
    unmove.parent = ref.bitmap;
    unmove.inserted_axis = std::popcount(occupancy & (inserted - 1));
    for (Cells rest = parent; rest != 0; rest &= rest - 1) {
      const auto cell = std::countr_zero(rest);
      const Cells child_cell = cell_bit(slide.forth[0](cell));
      const Cells parent_cell = cell_bit(symmetries_[ref.symmetry](cell));
      unmove.to[static_cast<std::size_t>(std::popcount(occupancy & (child_cell - 1)))] =
          static_cast<std::uint8_t>(std::popcount(stored & (parent_cell - 1)));
    }
  }
}

void Layout::symmetric_bits(const Place& place, std::vector<std::uint32_t>& bits) const {
  bits.clear();
  const Cells stored = occupancies(place.layer)[place.bitmap];
  const Cells own = scatter(stored, place.bit);
  for (const CellPermutation& symmetry : symmetries_)
    if (symmetry(stored) == stored) bits.push_back(gather(stored, symmetry(own)));
}

Position Layout::position(int layer, std::uint32_t bitmap, std::uint32_t bit) const {
  assert(bitmap < occupancies(layer).size() && bit >> layer == 0);
  const Cells stored = occupancies(layer)[bitmap];
  const Cells own = scatter(stored, bit);
  return make_position(to_board_(own), to_board_(stored & ~own), Player::x);
}

}  // namespace quixo
