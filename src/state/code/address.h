// Addresses of objects: the heap grows by a bump pointer, the stack by a stack pointer.
#ifndef CLEW_STATE_CODE_ADDRESS_H
#define CLEW_STATE_CODE_ADDRESS_H
#include "state/state.h"

#define OBJECT_GAP 16 // at least, between objects: one past the end of one is not another

struct address_space {
  uint64_t heap_end, stack_base, stack_end;
  uint64_t gap; // on the heap, behind an object; then the next multiple of OBJECT_GAP
  // Where the bump pointer is a term and leaves no room for an object, the run need not be considered
  // (cfa/pass/heap.c).
  bool has_room;
  // Terms of the bump pointer say nowhere that there is room (unfold.h): it cannot be used up, or has_room.
  bool never_ends;
  uint64_t reserve; // what an object gets whose size is not concrete
  uint64_t largest; // what it gets at most, where the path says that it needs it
};
struct address_space address_space_of(const struct cfa *cfa);
static inline uint64_t object_align(const struct cfa_alloc *alloc) {
  return alloc->align > OBJECT_GAP ? alloc->align : OBJECT_GAP;
}
// Places an object at the bump or stack pointer and moves the pointer behind it; false: it does not fit.
bool address_place(const struct address_space *space, const struct cfa_alloc *alloc, uint64_t size, uint64_t *pointer,
                   uint64_t *address);

// The same on the heap where the bump pointer is a term (address.c): the object's address and the bump pointer behind
// it. Whether there is room is for address_has_room to say.
struct placement {
  struct term address, pointer;
};
struct placement address_place_term(struct terms *tm, const struct address_space *space, const struct cfa_alloc *alloc,
                                    struct term size, struct term pointer);
struct term address_to_width(struct terms *tm, struct term t, uint32_t width); // zeros above, or cut off
// That the address space has room for an object of this size at the address; address_place asks the same. A size that
// is not a number is at most the reserve.
struct term address_has_room(struct terms *tm, const struct address_space *space, const struct cfa_alloc *alloc,
                             struct term size, struct term address);

#endif
