// Addresses: where the heap and the stack are, and where an object is placed.
//
// The bump pointer is a multiple of OBJECT_GAP, so that a term of it need not be aligned again for most objects. An
// object is placed in the same way where the bump pointer is a number and where it is a term.
#include "state/code/address.h"
#include "state/program.h"

// A wide heap (cfa_widen_heap) ends higher. With 32 bits the stack gets 64 MiB below the last MiB, and between blocks
// there is a byte at least, as malloc needs it for itself. With 64 bits it ends far above what a process can have.
struct address_space address_space_of(const struct cfa *cfa) {
  bool small = cfa->pointer_bits <= 32, wide = cfa->wide_heap;
  uint64_t middle = small ? (wide ? 0xFBF00000u : 0xA0000000u) : (uint64_t)1 << (wide ? 62 : 46);
  uint64_t stack = small ? (wide ? (uint64_t)1 << 26 : 0x50000000u) : (uint64_t)1 << 46;
  uint64_t room = middle > cfa->heap_start ? middle - cfa->heap_start : 0;
  uint64_t largest = small ? (uint64_t)1 << 30 : (uint64_t)1 << 41;
  bool has_room = wide && cfa_heap_is_exact(cfa);
  // The reserve on 64 bits: more than any multiple up to 8 of a non-negative int.
  return (struct address_space){.heap_end = middle,
                                .stack_base = middle,
                                .stack_end = middle + stack,
                                .gap = small && wide ? 1 : OBJECT_GAP,
                                .has_room = has_room,
                                .never_ends = has_room || cfa_heap_is_bounded(cfa, room, largest),
                                .reserve = small ? (uint64_t)1 << 24 : (uint64_t)1 << 35,
                                .largest = largest};
}

// --- numbers -----------------------------------------------------------------------------

static uint64_t round_up(uint64_t n, uint64_t align) { return (n + align - 1) / align * align; }

bool address_place(const struct address_space *space, const struct cfa_alloc *alloc, uint64_t size, uint64_t *pointer,
                   uint64_t *address) {
  uint64_t end = alloc->is_stack ? space->stack_end : space->heap_end, align = object_align(alloc);
  uint64_t at = round_up(*pointer, align);
  if (size < alloc->space) size = alloc->space;
  if (at >= end || size > end - at || end - at - size < align + OBJECT_GAP) return false;
  *address = at;
  *pointer = alloc->is_stack ? at + size + OBJECT_GAP : round_up(at + size + space->gap, OBJECT_GAP);
  return true;
}

// --- terms -------------------------------------------------------------------------------

struct term address_to_width(struct terms *tm, struct term t, uint32_t width) {
  return term_width(tm, t) > width ? term_extract(tm, width - 1, 0, t) : term_zext(tm, t, width);
}

// Lowest bits that the form of the term shows to be zero; at least.
static uint32_t zeros_below(struct terms *tm, struct term t) {
  uint64_t bits;
  if (term_value64(tm, t, &bits)) return bits ? (uint32_t)__builtin_ctzll(bits) : 64;
  switch (term_kind(tm, t)) {
  case TERM_BV_CONCAT: {
    struct term low = term_child(tm, t, 1);
    uint32_t zeros = zeros_below(tm, low), width = term_width(tm, low);
    return zeros < width ? zeros : width;
  }
  case TERM_BV_ADD: {
    uint32_t zeros = 64;
    for (uint32_t i = 0; i < term_arity(tm, t) && zeros; i++) {
      uint32_t of = zeros_below(tm, term_child(tm, t, i));
      if (of < zeros) zeros = of;
    }
    return zeros;
  }
  case TERM_BV_AND: {
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < term_arity(tm, t); i++) {
      uint32_t of = zeros_below(tm, term_child(tm, t, i));
      if (of > zeros) zeros = of;
    }
    return zeros;
  }
  default: return 0;
  }
}

static struct term align_up(struct terms *tm, struct term t, uint64_t align) {
  uint32_t width = term_width(tm, t);
  bool power = (align & (align - 1)) == 0;
  if (power && zeros_below(tm, t) >= (uint32_t)__builtin_ctzll(align)) return t;
  struct term up = term_add(tm, t, term_bv(tm, width, align - 1));
  if (power) return term_bvand(tm, up, term_bv(tm, width, ~(align - 1)));
  struct term a = term_bv(tm, width, align);
  return term_mul(tm, term_udiv(tm, up, a), a);
}

struct placement address_place_term(struct terms *tm, const struct address_space *space, const struct cfa_alloc *alloc,
                                    struct term size, struct term pointer) {
  uint32_t width = term_width(tm, pointer);
  struct term at = align_up(tm, pointer, object_align(alloc)), bytes = address_to_width(tm, size, width);
  struct term step = term_add(tm, bytes, term_bv(tm, width, space->gap));
  if (zeros_below(tm, at) < (uint32_t)__builtin_ctzll(OBJECT_GAP))
    return (struct placement){at, align_up(tm, term_add(tm, at, step), OBJECT_GAP)};
  return (struct placement){at, term_add(tm, at, align_up(tm, step, OBJECT_GAP))};
}

struct term address_has_room(struct terms *tm, const struct address_space *space, const struct cfa_alloc *alloc,
                             struct term size, struct term address) {
  uint64_t end = space->heap_end, rest = object_align(alloc) + OBJECT_GAP, bytes;
  uint32_t width = term_width(tm, address);
  if (!term_value64(tm, size, &bytes)) {
    struct term of = address_to_width(tm, size, width), most = term_bv(tm, width, end - rest);
    return term_and(tm, term_ule(tm, of, most), term_ule(tm, address, term_sub(tm, most, of)));
  }
  if (bytes > end || end - bytes < rest) return term_false(tm);
  return term_ule(tm, address, term_bv(tm, width, end - bytes - rest));
}
