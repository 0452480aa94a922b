// The one hash map: open addressing, linear probing, 64-bit keys of which
// UINT64_MAX is reserved. MAP_TYPE(name, value_type) defines `struct name` and
// name_find (pointer to the value or NULL; valid until the next insertion),
// name_put (insert or overwrite), name_get_or (value or a default),
// name_remove, name_clear, name_release. A zeroed struct is an empty map.
// Iterate with `for (i < m.capacity) if (m.cells[i].key != MAP_EMPTY)` only
// where the order cannot be seen in any output.
#ifndef CLEW_BASE_MEMORY_MAP_H
#define CLEW_BASE_MEMORY_MAP_H
#include "base/memory/alloc.h"
#include "base/memory/hash.h"
#include <stdbool.h>
#include <stdint.h>

#define MAP_EMPTY UINT64_MAX

#define MAP_TYPE(name, type)                                                                                           \
  struct name##_cell {                                                                                                 \
    uint64_t key;                                                                                                      \
    type value;                                                                                                        \
  };                                                                                                                   \
  struct name {                                                                                                        \
    struct name##_cell *cells;                                                                                         \
    uint32_t size, capacity;                                                                                           \
  };                                                                                                                   \
  __attribute__((unused)) static inline type *name##_find(const struct name *m, uint64_t key) {                        \
    if (!m->size) return 0;                                                                                            \
    uint32_t mask = m->capacity - 1;                                                                                   \
    for (uint32_t i = (uint32_t)hash_u64(key) & mask;; i = (i + 1) & mask) {                                           \
      if (m->cells[i].key == key) return &m->cells[i].value;                                                           \
      if (m->cells[i].key == MAP_EMPTY) return 0;                                                                      \
    }                                                                                                                  \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_grow(struct name *m) {                                             \
    struct name old = *m;                                                                                              \
    m->capacity = old.capacity ? old.capacity * 2 : 8;                                                                 \
    m->cells = mem_alloc((size_t)m->capacity * sizeof *m->cells);                                                      \
    for (uint32_t i = 0; i < m->capacity; i++) m->cells[i].key = MAP_EMPTY;                                            \
    uint32_t mask = m->capacity - 1;                                                                                   \
    for (uint32_t i = 0; i < old.capacity; i++) {                                                                      \
      if (old.cells[i].key == MAP_EMPTY) continue;                                                                     \
      uint32_t j = (uint32_t)hash_u64(old.cells[i].key) & mask;                                                        \
      while (m->cells[j].key != MAP_EMPTY) j = (j + 1) & mask;                                                         \
      m->cells[j] = old.cells[i];                                                                                      \
    }                                                                                                                  \
    mem_free(old.cells);                                                                                               \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_put(struct name *m, uint64_t key, type v) {                        \
    type *at = name##_find(m, key);                                                                                    \
    if (at) {                                                                                                          \
      *at = v;                                                                                                         \
      return;                                                                                                          \
    }                                                                                                                  \
    if ((m->size + 1) * 4 > m->capacity * 3) name##_grow(m);                                                           \
    uint32_t mask = m->capacity - 1, i = (uint32_t)hash_u64(key) & mask;                                               \
    while (m->cells[i].key != MAP_EMPTY) i = (i + 1) & mask;                                                           \
    m->cells[i].key = key;                                                                                             \
    m->cells[i].value = v;                                                                                             \
    m->size++;                                                                                                         \
  }                                                                                                                    \
  __attribute__((unused)) static inline type name##_get_or(const struct name *m, uint64_t key, type otherwise) {       \
    type *at = name##_find(m, key);                                                                                    \
    return at ? *at : otherwise;                                                                                       \
  }                                                                                                                    \
  __attribute__((unused)) static inline bool name##_remove(struct name *m, uint64_t key) {                             \
    type *at = name##_find(m, key);                                                                                    \
    if (!at) return false;                                                                                             \
    uint32_t mask = m->capacity - 1;                                                                                   \
    uint32_t i = (uint32_t)((struct name##_cell *)((char *)at - offsetof(struct name##_cell, value)) - m->cells);      \
    m->size--;                                                                                                         \
    for (uint32_t j = i;;) {                                                                                           \
      m->cells[i].key = MAP_EMPTY;                                                                                     \
      for (;;) {                                                                                                       \
        j = (j + 1) & mask;                                                                                            \
        if (m->cells[j].key == MAP_EMPTY) return true;                                                                 \
        uint32_t home = (uint32_t)hash_u64(m->cells[j].key) & mask;                                                    \
        if (((j - home) & mask) >= ((j - i) & mask)) break;                                                            \
      }                                                                                                                \
      m->cells[i] = m->cells[j];                                                                                       \
      i = j;                                                                                                           \
    }                                                                                                                  \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_clear(struct name *m) {                                            \
    for (uint32_t i = 0; i < m->capacity; i++) m->cells[i].key = MAP_EMPTY;                                            \
    m->size = 0;                                                                                                       \
  }                                                                                                                    \
  __attribute__((unused)) static inline void name##_release(struct name *m) {                                          \
    mem_free(m->cells);                                                                                                \
    m->cells = 0;                                                                                                      \
    m->size = m->capacity = 0;                                                                                         \
  }

MAP_TYPE(map_u32, uint32_t)
MAP_TYPE(map_u64, uint64_t)
MAP_TYPE(map_ptr, void *)

#endif
