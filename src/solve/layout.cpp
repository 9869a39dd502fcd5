// SPDX-License-Identifier: MIT
#include "solve/layout.h"

#include <algorithm>
#include <bit>

namespace quixo::solve {
namespace {

using Image = std::array<std::int8_t, max_cells>;

Image identity() {
  Image image{};
  for (std::size_t cell = 0; cell < image.size(); ++cell) image[cell] = static_cast<std::int8_t>(cell);
  return image;
}

/// Board cell to ordered cell: the interior first, each part row by row from the top left.
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

struct GatherTable {
  std::array<std::array<std::uint8_t, 32>, 32> bits{};
  std::array<std::array<std::uint8_t, 32>, 32> cells{};  // the other way
  std::array<std::uint8_t, 32> ones{};
};

constexpr GatherTable gather_table = [] {
  GatherTable table;
  for (std::size_t mask = 0; mask < 32; ++mask) {
    table.ones[mask] = static_cast<std::uint8_t>(std::popcount(mask));
    for (std::size_t cells = 0; cells < 32; ++cells) {
      for (std::size_t bit = 0, next = 0; bit < 5; ++bit)
        if (mask >> bit & 1)
          table.bits[mask][cells] =
              static_cast<std::uint8_t>(table.bits[mask][cells] | (cells >> bit & 1) << next++);
      table.cells[mask][table.bits[mask][cells]] = static_cast<std::uint8_t>(cells & mask);
    }
  }
  return table;
}();

}  // namespace

Cells gather(Cells mask, Cells cells) {
  Cells gathered = 0;
  int at = 0;
  for (int chunk = 0; chunk < max_cells; chunk += 5) {
    const Cells part = mask >> chunk & 31;
    gathered |= static_cast<Cells>(gather_table.bits[part][cells >> chunk & 31]) << at;
    at += gather_table.ones[part];
  }
  return gathered;
}

Cells scatter(Cells mask, std::uint32_t bits) {
  Cells cells = 0;
  for (int chunk = 0; chunk < max_cells; chunk += 5) {
    const Cells part = mask >> chunk & 31;
    const int ones = gather_table.ones[part];
    cells |= static_cast<Cells>(gather_table.cells[part][bits & ((1U << ones) - 1)]) << chunk;
    bits >>= ones;
  }
  return cells;
}

Layout::Layout(const Geometry& geometry)
    : geometry_(geometry), order_(interior_first(geometry)), unorder_(inverse(interior_first(geometry))) {
  for (Cell cell = 0; cell < cells(); ++cell) geometry.on_border(cell) ? ++border_cells_ : ++interior_cells_;
  interior_mask_ = (Cells{1} << interior_cells_) - 1;
  make_symmetries();
  place_cubes(find_interior_classes());
  for (const Cells line : geometry.lines()) lines_.push_back(order_(line));
  for (const Slide& slide : geometry.slides()) slides_.push_back(make_slide(slide));
}

void Layout::make_symmetries() {
  const auto map = [&](const auto& image_of) {
    Image image = identity();
    for (Cell cell = 0; cell < cells(); ++cell)
      image[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(image_of(cell));
    return Symmetry(image);
  };
  for (const Symmetry& symmetry : geometry_.symmetries()) {
    symmetries_.push_back(map([&](Cell cell) { return order_(symmetry(unorder_(cell))); }));
    board_symmetries_.push_back(map([&](Cell cell) { return order_(symmetry(cell)); }));
  }

  const auto same = [&](const Symmetry& a, const Symmetry& g, const Symmetry& h) {
    for (Cell cell = 0; cell < cells(); ++cell)
      if (a(cell) != g(h(cell))) return false;
    return true;
  };
  for (std::size_t g = 0; g < symmetries_.size(); ++g)
    for (std::size_t h = 0; h < symmetries_.size(); ++h)
      for (std::size_t both = 0; both < symmetries_.size(); ++both)
        if (same(symmetries_[both], symmetries_[g], symmetries_[h]))
          compose_[g][h] = static_cast<std::uint32_t>(both);

  for (const Symmetry& symmetry : symmetries_) {
    std::vector<Cells>& images = border_images_.emplace_back(std::size_t{1} << border_cells_);
    for (std::size_t border = 0; border < images.size(); ++border)
      images[border] = symmetry(static_cast<Cells>(border << interior_cells_)) >> interior_cells_;
  }
}

std::vector<Cells> Layout::find_interior_classes() {
  interiors_.resize(std::size_t{1} << interior_cells_);
  std::vector<Cells> classes;
  for (Cells interior = 0; interior <= interior_mask_; ++interior) {
    Cells least = interior;
    std::uint16_t by = 0;
    for (std::uint16_t g = 0; g < symmetries_.size(); ++g)
      if (const Cells image = symmetries_[g](interior); image < least) {
        least = image;
        by = g;
      }
    if (least == interior) classes.push_back(interior);
    const auto group = std::ranges::lower_bound(classes, least) - classes.begin();
    interiors_[interior] = {static_cast<std::uint16_t>(group), by};
  }
  return classes;
}

void Layout::place_cubes(const std::vector<Cells>& interior_classes) {
  layers_.resize(static_cast<std::size_t>(cells()) + 1);
  places_.resize(interior_classes.size() << border_cells_);
  const Cells borders = Cells{1} << border_cells_;
  for (std::size_t group = 0; group < interior_classes.size(); ++group) {
    const Cells interior = interior_classes[group];
    std::vector<std::uint32_t> stabiliser;
    for (std::uint32_t g = 0; g < symmetries_.size(); ++g)
      if (symmetries_[g](interior) == interior) stabiliser.push_back(g);
    std::uint32_t* places = &places_[group << border_cells_];
    for (Cells border = 0; border < borders; ++border) {
      Cells least = border;
      std::uint32_t by = 0;
      for (const std::uint32_t g : stabiliser)
        if (const Cells image = border_images_[g][border]; image < least) {
          least = image;
          by = g;
        }
      if (least == border) {
        const Cells ordered = interior | border << interior_cells_;
        std::vector<Cells>& layer = layers_[static_cast<std::size_t>(std::popcount(ordered))];
        places[border] = static_cast<std::uint32_t>(layer.size()) << 3;
        layer.push_back(ordered);
      } else {
        places[border] = (places[least] & ~7U) | by;
      }
    }
  }
}

Layout::OrderedSlide Layout::make_slide(const Slide& slide) const {
  OrderedSlide ordered{slide, order_(slide.taken()), {}, {}};
  for (const Symmetry& symmetry : symmetries_) {
    Image image = identity();
    for (Cell cell = 0; cell < cells(); ++cell) {
      // The taken cube goes to the inserted cell, its segment slides one step, the rest stays.
      const Cells bit = cell_bit(unorder_(cell));
      const Cells slid = bit == slide.taken() ? slide.inserted()
                         : (both_halves(bit) & slide.segment)
                             ? static_cast<Cells>(std::rotl(Bits{bit}, slide.shift))
                             : bit;
      image[static_cast<std::size_t>(cell)] =
          static_cast<std::int8_t>(symmetry(order_(std::countr_zero(slid))));
    }
    ordered.forth.emplace_back(image);
    ordered.back.emplace_back(inverse(image));
  }
  return ordered;
}

std::size_t Layout::bytes() const {
  std::size_t entries = interiors_.size() + places_.size();
  for (const std::vector<Cells>& images : border_images_) entries += images.size();
  for (const std::vector<Cells>& layer : layers_) entries += layer.size();
  return entries * sizeof(std::uint32_t);
}

int Layout::orbit(Cells ordered) const {
  std::ptrdiff_t fixing = 1;  // the identity, which comes first
  for (std::size_t g = 1; g < symmetries_.size(); ++g)
    if (symmetries_[g](ordered) == ordered) ++fixing;
  return static_cast<int>(static_cast<std::ptrdiff_t>(symmetries_.size()) / fixing);
}

void Layout::find_edges(Cells ordered, bool own, std::vector<Edge>& edges) const {
  edges.clear();
  const Bits board = unorder_(ordered);
  for (std::size_t slide = 0; slide < slides_.size(); ++slide) {
    if (((slides_[slide].taken & ordered) != 0) != own) continue;
    const Bits moved = slides_[slide].slide.apply(board, Player::o);
    const CubeRef child = find(order_(static_cast<Cells>(moved)));
    edges.push_back(
        {child.index, static_cast<std::uint16_t>(child.symmetry), static_cast<std::uint16_t>(slide)});
  }
}

cube::AxisMap Layout::axis_map(Cells ordered, const Edge& edge) const {
  const OrderedSlide& slide = slides_[edge.slide];
  const bool own = (ordered & slide.taken) != 0;
  const int axes = std::popcount(ordered) + (own ? 0 : 1);
  const Cells child = layer(axes)[edge.child];
  std::array<std::uint8_t, max_cells> rank;  // axis of each cell in the child
  std::uint8_t next = 0;
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells()); ++cell) {
    rank[cell] = next;
    next = static_cast<std::uint8_t>(next + (child >> cell & 1));
  }
  const Symmetry& image = slide.forth[edge.symmetry];
  cube::AxisMap map;
  map.axes = axes;
  std::size_t axis = 0;
  for (Cells rest = ordered; rest != 0; rest &= rest - 1)
    map.to[axis++] = rank[static_cast<std::size_t>(image(std::countr_zero(rest)))];
  if (!own) map.to[axis] = rank[static_cast<std::size_t>(image(std::countr_zero(slide.taken)))];
  map.fixed = own ? std::popcount(ordered & (slide.taken - 1)) : axes - 1;
  return map;
}

void Layout::unmoves(Cells ordered, bool own_taken, std::vector<UnMove>& found) const {
  found.clear();
  const Bits board = unorder_(ordered);
  for (const OrderedSlide& slide : slides_) {
    const Cells inserted = order_(slide.slide.inserted());
    if ((inserted & ordered) == 0) continue;
    const Bits before = own_taken ? slide.slide.undo_own(board, Player::o) : slide.slide.undo_blank(board);
    const Cells parent = order_(static_cast<Cells>(before));
    const CubeRef ref = find(parent);
    const Cells stored = layer(std::popcount(parent))[ref.index];
    UnMove& unmove = found.emplace_back();
    unmove.parent = ref.index;
    unmove.inserted_axis = std::popcount(ordered & (inserted - 1));
    for (Cells rest = parent; rest != 0; rest &= rest - 1) {
      const auto cell = std::countr_zero(rest);
      const Cells child_cell = cell_bit(slide.forth[0](cell));
      const Cells parent_cell = cell_bit(symmetries_[ref.symmetry](cell));
      unmove.to[static_cast<std::size_t>(std::popcount(ordered & (child_cell - 1)))] =
          static_cast<std::uint8_t>(std::popcount(stored & (parent_cell - 1)));
    }
  }
}

void Layout::lines(Cells ordered, std::vector<std::uint32_t>& axes_sets) const {
  axes_sets.clear();
  for (const Cells line : lines_) {
    if ((line & ordered) != line) continue;
    std::uint32_t axes = 0;
    for (Cells rest = line; rest != 0; rest &= rest - 1)
      axes |= 1U << std::popcount(ordered & ((rest & -rest) - 1));
    axes_sets.push_back(axes);
  }
}

void Layout::symmetric_bits(const Place& place, std::vector<std::uint32_t>& bits) const {
  bits.clear();
  const Cells stored = layer(place.layer)[place.cube];
  const Cells own = scatter(stored, place.bit);
  for (const Symmetry& symmetry : symmetries_)
    if (symmetry(stored) == stored) bits.push_back(gather(stored, symmetry(own)));
}

Position Layout::position(int cubes, std::uint32_t cube, std::uint32_t bit) const {
  const Cells stored = layer(cubes)[cube];
  const Cells own = scatter(stored, bit);
  return make_position(unorder_(own), unorder_(stored & ~own), Player::x);
}

}  // namespace quixo::solve
