// The one growable vector. VEC_TYPE(name, type) defines `struct name` with
// `data`, `size`, `capacity` and static inline functions name_push, name_pop,
// name_reserve, name_resize (new elements zeroed), name_clear, name_release.
// A zeroed struct is an empty vector.
#ifndef CLEW_BASE_MEMORY_VEC_H
#define CLEW_BASE_MEMORY_VEC_H
#include "base/memory/alloc.h"
#include <stdint.h>
#include <string.h>

#define VEC_TYPE(name, type)                                                                                           \
  struct name {                                                                                                        \
    type *data;                                                                                                        \
    uint32_t size, capacity;                                                                                           \
  };                                                                                                                   \
  __attribute__((unused)) static inline void name##_reserve(struct name *v, uint32_t n) {                              \
    if (n <= v->capacity) return;                                                                                      \
    uint32_t c = v->capacity ? v->capacity : 4;                                                                        \
    while (c < n) c += c / 2 + 4;                                                                                      \
    v->data = mem_realloc(v->data, (size_t)c * sizeof(type));                                                          \
    v->capacity = c;                                                                                                   \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_push(struct name *v, type x) {                                     \
    if (v->size == v->capacity) name##_reserve(v, v->size + 1);                                                        \
    v->data[v->size++] = x;                                                                                            \
  }                                                                                                                    \
  __attribute__((unused)) static inline type name##_pop(struct name *v) { return v->data[--v->size]; }                 \
  __attribute__((unused)) static inline void name##_resize(struct name *v, uint32_t n) {                               \
    name##_reserve(v, n);                                                                                              \
    if (n > v->size) memset(v->data + v->size, 0, (size_t)(n - v->size) * sizeof(type));                               \
    v->size = n;                                                                                                       \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_clear(struct name *v) { v->size = 0; }                             \
  __attribute__((unused)) static inline void name##_release(struct name *v) {                                          \
    mem_free(v->data);                                                                                                 \
    v->data = 0;                                                                                                       \
    v->size = v->capacity = 0;                                                                                         \
  }

VEC_TYPE(vec_u32, uint32_t)
VEC_TYPE(vec_u64, uint64_t)
VEC_TYPE(vec_ptr, void *)

#endif
