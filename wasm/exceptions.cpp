// SPDX-License-Identifier: MIT
//
// C++ exceptions for WebAssembly. The compiler throws and catches with the instructions of WebAssembly, but
// leaves to a runtime what an exception is, and which handler wants it; the C++ library that we link has
// none, since it is built without exceptions. This is that runtime, of what the library uses: one thread, no
// exception specifications, no foreign exceptions.
//
// An exception is a Thrown, and behind it the object. What the instruction `throw` carries is the address of
// a Flight: the first one of an exception is inside its Thrown, and each std::rethrow_exception() makes
// another.
//
// Which handler wants an exception is said by tables that the compiler writes, one for each function. Numbers
// in them are LEB128, of seven bits a byte, the lowest first:
//
//   FF        no start of landing pads
//   00        types are addresses, four bytes each
//   n         the types end n bytes from here (they are counted backwards from there)
//   01        call sites are LEB128
//   n         bytes of call sites; then for each of them its number and its action: 0 to clean up only, or
//   one more
//             than the offset of a record of the next part
//   actions   records of two signed numbers: the type that is caught, counted from 1 (0 to clean up only),
//   and how far
//             the next record is from this second number; 0 for none
//   types     the addresses of type_infos; 0 catches all
//
// Example: try { ... } catch (const Error&) { ... } catch (...) { ... } is one call site with two records:
//
//   FF 00 0F 01  02 00 03   02 00  01 7D   00 00   00 00 00 00 (all: type 2)  xx xx xx xx (Error: type 1)
//                |  |  |    |      |
//                |  |  |    |      type 1, and the record 3 bytes before this 7D: type 2, the last
//                |  |  |    type 2, no next
//                |  |  action: the record at offset 2
//                |  call site 0
//                two bytes of call sites
//
// The generated code stores the number of its call site, calls _Unwind_CallPersonality(), compares the type
// that it finds in `selector` with those it has handlers for, and rethrows when it is none of them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>
#include <utility>

namespace __cxxabiv1 {

// Of libc++abi: what all type_infos are. Declared for its order of virtual functions.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  /// Whether a handler of this type takes an object of that type; moves the address to the base class if it
  /// is one.
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using Type = __cxxabiv1::__shim_type_info;

/// On WebAssembly a destructor returns its argument.
using Destructor = void*(void*);

struct Thrown;

struct Flight {
  Thrown* thrown;
  void* caught;           ///< The object as the handler sees it.
  int handlers;           ///< That are in it; negative when one of them throws it again.
  Flight* caught_before;  ///< By the handler around this one.
};

struct alignas(std::max_align_t) Thrown {
  std::size_t owners;  ///< Flights and exception_ptrs.
  const Type* type;
  Destructor* destroy;
  Flight flight;

  void* object() { return this + 1; }
  static Thrown* of(void* object) { return static_cast<Thrown*>(object) - 1; }
};

// What is caught now, innermost first, and how many are on their way.
Flight* innermost = nullptr;
unsigned uncaught = 0;

/// When memory is out, that must still be said.
struct alignas(std::max_align_t) Reserve {
  bool used;
  alignas(std::max_align_t) std::byte bytes[256];
} reserves[4];

void* take_memory(std::size_t bytes) {
  if (void* memory = std::malloc(bytes)) return memory;
  for (Reserve& reserve : reserves)
    if (!reserve.used && bytes <= sizeof reserve.bytes) {
      reserve.used = true;
      return reserve.bytes;
    }
  std::terminate();
}

void give_memory(void* memory) {
  for (Reserve& reserve : reserves)
    if (memory == reserve.bytes) {
      reserve.used = false;
      return;
    }
  std::free(memory);
}

void release(Thrown* thrown) {
  if (--thrown->owners > 0) return;
  if (thrown->destroy != nullptr) thrown->destroy(thrown->object());
  give_memory(thrown);
}

void end(Flight* flight) {
  Thrown* const thrown = flight->thrown;
  if (flight != &thrown->flight) give_memory(flight);
  release(thrown);
}

[[noreturn]] void fly(Flight* flight) {
  ++uncaught;
  __builtin_wasm_throw(0, flight);
}

/// Reads the tables.
class Reader {
 public:
  explicit Reader(const std::uint8_t* at) : at_(at) {}
  const std::uint8_t* at() const { return at_; }
  std::uint8_t byte() { return *at_++; }
  std::uint32_t number() { return static_cast<std::uint32_t>(bits().first); }
  std::int32_t signed_number() {
    const auto [value, length] = bits();
    const std::uint64_t sign = std::uint64_t{1} << (length - 1);
    return static_cast<std::int32_t>((value ^ sign) - sign);
  }

 private:
  std::pair<std::uint64_t, int> bits() {
    std::uint64_t value = 0;
    for (int length = 0;;) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7fU} << length;
      length += 7;
      if ((next & 0x80) == 0) return {value, length};
    }
  }

  const std::uint8_t* at_;
};

/// The number of the type by which a call site of a function catches the exception; 0 when it does not.
std::uint32_t find_type(const std::uint8_t* table, std::uint32_t call_site, Flight& flight) {
  Reader head(table);
  const bool plain_pads = head.byte() == 0xff;
  const bool has_types = head.byte() == 0;
  if (!plain_pads || !has_types) return 0;
  const std::uint32_t types_distance = head.number();
  const std::uint8_t* const types = head.at() + types_distance;
  head.byte();
  const std::uint32_t sites_bytes = head.number();
  const std::uint8_t* const actions = head.at() + sites_bytes;
  Reader site = head;
  while (site.number() != call_site) site.number();
  const std::uint32_t action = site.number();
  if (action == 0) return 0;
  for (Reader record(actions + action - 1);;) {
    const std::int32_t type = record.signed_number();
    const std::uint8_t* const from = record.at();
    const std::int32_t next = record.signed_number();
    if (type > 0) {
      const Type* const wanted = reinterpret_cast<const Type* const*>(types)[-type];
      flight.caught = flight.thrown->object();
      if (wanted == nullptr || wanted->can_catch(flight.thrown->type, flight.caught))
        return static_cast<std::uint32_t>(type);
    }
    if (next == 0) return 0;
    record = Reader(from + next);
  }
}

void* new_or_throw(void* (*allocate)(std::size_t, std::size_t), std::size_t bytes, std::size_t alignment) {
  if (void* memory = allocate(bytes > 0 ? bytes : 1, alignment)) return memory;
  throw std::bad_alloc();
}

void* plain(std::size_t bytes, std::size_t) { return std::malloc(bytes); }
void* aligned(std::size_t bytes, std::size_t alignment) {
  void* memory = nullptr;
  return posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, bytes) == 0 ? memory
                                                                                                    : nullptr;
}

}  // namespace

extern "C" {

/// Between the generated code and _Unwind_CallPersonality().
struct {
  std::uint32_t call_site;
  const std::uint8_t* table;
  std::uint32_t selector;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* carried) {
  __wasm_lpad_context.selector =
      find_type(__wasm_lpad_context.table, __wasm_lpad_context.call_site, *static_cast<Flight*>(carried));
  return 0;
}

void* __cxa_allocate_exception(std::size_t bytes) {
  return (new (take_memory(sizeof(Thrown) + bytes)) Thrown{})->object();
}

/// Of an exception that was not thrown in the end, because making its object threw another.
void __cxa_free_exception(void* object) { give_memory(Thrown::of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destructor* destroy) {
  Thrown* const thrown = Thrown::of(object);
  thrown->owners = 1;
  thrown->type = static_cast<const Type*>(type);
  thrown->destroy = destroy;
  thrown->flight = {thrown, object, 0, nullptr};
  fly(&thrown->flight);
}

void* __cxa_get_exception_ptr(void* carried) { return static_cast<Flight*>(carried)->caught; }

void* __cxa_begin_catch(void* carried) {
  auto* const flight = static_cast<Flight*>(carried);
  flight->handlers = std::abs(flight->handlers) + 1;
  if (flight != innermost) {
    flight->caught_before = innermost;
    innermost = flight;
  }
  --uncaught;
  return flight->caught;
}

void __cxa_end_catch() {
  Flight* const flight = innermost;
  if (flight->handlers < 0) {  // it was thrown again, and lives
    if (++flight->handlers == 0) innermost = flight->caught_before;
  } else if (--flight->handlers == 0) {
    innermost = flight->caught_before;
    end(flight);
  }
}

[[noreturn]] void __cxa_rethrow() {
  if (innermost == nullptr) std::terminate();
  innermost->handlers = -innermost->handlers;
  fly(innermost);
}

unsigned __cxa_uncaught_exceptions() { return uncaught; }

// For std::exception_ptr, which holds the object.

void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object != nullptr) ++Thrown::of(object)->owners;
}

void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object != nullptr) release(Thrown::of(object));
}

void* __cxa_current_primary_exception() noexcept {
  if (innermost == nullptr) return nullptr;
  ++innermost->thrown->owners;
  return innermost->thrown->object();
}

void __cxa_rethrow_primary_exception(void* object) {
  if (object == nullptr) return;
  Thrown* const thrown = Thrown::of(object);
  ++thrown->owners;
  fly(new (take_memory(sizeof(Flight))) Flight{thrown, object, 0, nullptr});
}

}  // extern "C"

// The library's own end the program when memory is out.
void* operator new(std::size_t bytes) { return new_or_throw(plain, bytes, 0); }
void* operator new[](std::size_t bytes) { return new_or_throw(plain, bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return new_or_throw(aligned, bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return new_or_throw(aligned, bytes, static_cast<std::size_t>(alignment));
}
