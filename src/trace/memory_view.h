// What memory holds in a run, and how a person says it: objects by name, elements by index, fields by name.
//
// The view follows a run: its caller reports new objects and changed bytes. Other bytes are not known.
// Without a layout (an automaton that comes from no C program) there are only numbers.
#ifndef CLEW_TRACE_MEMORY_VIEW_H
#define CLEW_TRACE_MEMORY_VIEW_H
#include "cfa/layout.h"

struct view_object {
  uint64_t address, size;
  const char *name; // NULL: of the heap, or made by alloca
  uint32_t number; // of a heap object, from 1 on
  uint32_t type;
  bool is_array; // of the type, as heap objects are
  bool is_argument; // of main
  bool is_hidden;
  bool is_told; // where it was made has been said
  const struct layout_object *known; // of a global; NULL: none
  const char *by; // of a heap object: the function that made it
  const char *holder; // and what held its address first: a name of it
  uint32_t held; // how many others were held by the same before
  bool is_left; // it has held another address since
  struct source_place place;
};
VEC_TYPE(vec_view_object, struct view_object)

struct memory_view {
  const struct cfa *cfa;
  const struct layout *layout; // or NULL
  struct vec_view_object objects; // by address
  struct map_u32 bytes; // by address
  uint32_t heap_objects;
  bool is_exact; // every byte counts: also what follows the end of a string
  bool is_forgotten; // what globals started with is no longer what they hold, unless they are constants
};

void memory_view_init(struct memory_view *view, const struct cfa *cfa);
void memory_view_release(struct memory_view *view);

// An object comes: what lay there before is gone.
void memory_view_add(struct memory_view *view, struct view_object object);
// The object with this address in it, or one that ends there; NULL if there is none. Valid until the next
// memory_view_add.
struct view_object *memory_view_find(const struct memory_view *view, uint64_t address);
void memory_view_write(struct memory_view *view, uint64_t address, uint64_t bytes, uint64_t value);
// More has changed than could be followed: only bytes that are reported from now on are known.
void memory_view_forget(struct memory_view *view);
int memory_view_byte(const struct memory_view *view, uint64_t address); // -1: not known
// Up to eight bytes; false: not all are known.
bool memory_view_read(const struct memory_view *view, uint64_t address, uint64_t size, uint64_t *bytes);
// A pointer of this type holds this address: that says what a heap object is.
void memory_view_note_pointer(struct memory_view *view, uint32_t pointer_type, uint64_t address);

// What is called so holds this address now: a heap object gets its name from what holds it first.
void memory_view_note_holder(struct memory_view *view, const char *name, uint64_t address);

// A number of a type, as C would write it: true, 'c', 42, &a[3], "text".
void memory_view_print_bits(struct memory_view *view, uint32_t type, uint64_t bits, struct text *out);
// A value of any type in memory: {.x = 1, .y = {1, 2}}.
void memory_view_print_value(struct memory_view *view, uint32_t type, uint64_t address, struct text *out);
// A scalar (layout_scalars) of which `bytes` are the bytes from its first on.
void memory_view_print_scalar(struct memory_view *view, const struct layout_member *scalar, uint64_t bytes,
                              struct text *out);
// A structure that is in no memory, from its bytes.
void memory_view_print_bytes(struct memory_view *view, uint32_t type, const uint64_t *words, uint32_t n,
                             struct text *out);
// Bytes that are in no memory: of the type, an array of it, or but numbers; zeros at the end of an array are left out.
void memory_view_print_block(struct memory_view *view, uint32_t type, const unsigned char *bytes, uint64_t n,
                             struct text *out);
// A constant of the automaton, of a type (0: unknown) and with a name of it in C.
void memory_view_print_term(struct memory_view *view, uint32_t type, const char *ctype, bool is_unsigned,
                            struct term value, struct text *out);
// The name of the object at an address, with what leads to the bytes there: "a[3].x", "n->next". *type: what that
// is, *start: where it starts.
bool memory_view_print_place(struct memory_view *view, uint64_t address, uint64_t size, uint32_t *type, uint64_t *start,
                             struct text *out);

// Text in quotes, as C would write it.
void memory_view_print_string(const char *bytes, size_t n, struct text *out);

#endif
