// How much of the address space the heap gets, and when its end can be left out of consideration.
//
// Blocks lie one above the other and are never used again. Where a loop that allocates is abstracted, nothing is known
// of the bump pointer, and some state of the loop has no room for the next block. Such a state can be left out only if
// no real run is represented by such states alone:
//
// - With 32 bits, where nothing was freed before any allocation of the program and every block takes no more of the
//   heap than malloc takes for it (its size and a byte, rounded up to a multiple of 16, where the heap is wide), all
//   blocks are live in the real run: it would need an address space of more than 3.8 GiB for blocks alone.
// - With 64 bits, a run that gets there has allocated 2 EiB, in blocks of at most 32 GiB, whatever it has freed. That
//   there is no such run is assumed, and said (report/assumptions.c).
//
// In all other programs an allocation without room is one that the memory model cannot represent.
#include "cfa/cfa.h"
#include <stdlib.h>

#define LARGEST_BLOCK ((uint64_t)1 << 35) // with 64 bits
#define LARGEST_LOCAL ((uint64_t)1 << 20) // with 32 bits: the stack has little space below a wide heap's end
#define LARGEST_START(bits) ((uint64_t)1 << ((bits) == 32 ? 26 : 33)) // what lies below it is static
#define LITTLE ((uint64_t)1 << 20)
#define MANY_CALLS ((uint64_t)1 << 30) // or more

// --- loops that allocate -----------------------------------------------------------------------------------

// Functions that allocate on the heap, themselves or in functions they call; by function.
static bool *allocating_functions(const struct cfa *cfa) {
  bool *allocates = mem_zalloc(cfa->functions.size + 1, sizeof *allocates);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      uint32_t function = cfa_location(cfa, e->from)->function;
      if (allocates[function]) continue;
      allocates[function] = cfa_edge_on_heap(e) || (e->callee != CFA_NONE && allocates[e->callee]);
      changed |= allocates[function];
    }
  }
  return allocates;
}

static bool some_loop_allocates(const struct cfa *cfa) {
  bool *allocates = allocating_functions(cfa), found = false;
  for (uint32_t i = 0; i < cfa->edges.size && !found; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (location_none(cfa_location(cfa, e->from)->loop)) continue;
    found = cfa_edge_on_heap(e) || (e->callee != CFA_NONE && allocates[e->callee]);
  }
  mem_free(allocates);
  return found;
}

// Functions that do not allocate, or call none that allocates and is not such a function already, are taken away: is
// one left? It is recursive, or calls a recursive one.
static bool some_recursion_allocates(const struct cfa *cfa) {
  bool *left = allocating_functions(cfa), found = false;
  for (bool changed = true; changed;) {
    changed = false;
    bool *calls = mem_zalloc(cfa->functions.size + 1, sizeof *calls);
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if (e->callee != CFA_NONE && left[e->callee]) calls[cfa_location(cfa, e->from)->function] = true;
    }
    for (uint32_t i = 0; i < cfa->functions.size; i++) {
      changed |= left[i] && !calls[i];
      left[i] &= calls[i];
    }
    mem_free(calls);
  }
  for (uint32_t i = 0; i < cfa->functions.size; i++) found |= left[i];
  mem_free(left);
  return found;
}

// How often each function is called at most, where calls in loops and in recursion do not matter: they allocate
// nothing.
static uint64_t *most_calls(const struct cfa *cfa) {
  uint32_t n = cfa->functions.size;
  uint64_t *calls = mem_zalloc(n + 1, sizeof *calls), *next = mem_zalloc(n + 1, sizeof *next);
  bool changed = true;
  for (uint32_t round = 0; round <= n && changed; round++) {
    bool *called = mem_zalloc(n + 1, sizeof *called);
    for (uint32_t i = 0; i < n; i++) next[i] = 0;
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if (e->callee == CFA_NONE) continue;
      called[e->callee] = true;
      next[e->callee] += calls[cfa_location(cfa, e->from)->function];
      if (next[e->callee] > MANY_CALLS) next[e->callee] = MANY_CALLS;
    }
    changed = false;
    for (uint32_t i = 0; i < n; i++) {
      if (!called[i] || !next[i]) next[i] = 1; // at least, whoever calls it
      changed |= next[i] != calls[i];
      calls[i] = next[i];
    }
    mem_free(called);
  }
  mem_free(next);
  return calls;
}

// With what lies between it and the next one. `largest`: what it takes if its size is not a number.
static uint64_t space_of_block(const struct cfa *cfa, const struct cfa_alloc *a, uint64_t largest) {
  uint64_t size, between = 64;
  if (!term_value64(cfa->tm, a->size, &size)) size = a->space ? a->space : largest;
  if (size < a->space) size = a->space;
  return size > UINT64_MAX - between - a->align ? UINT64_MAX : size + between + a->align;
}

bool cfa_heap_is_bounded(const struct cfa *cfa, uint64_t room, uint64_t largest) {
  if (some_loop_allocates(cfa) || some_recursion_allocates(cfa)) return false;
  uint64_t *calls = most_calls(cfa), rest = room;
  bool bounded = true;
  for (uint32_t i = 0; i < cfa->edges.size && bounded; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    uint64_t times = calls[cfa_location(cfa, e->from)->function];
    for (uint32_t k = 0; k < e->allocs.size && bounded; k++) {
      if (e->allocs.data[k].is_stack) continue;
      uint64_t space = space_of_block(cfa, &e->allocs.data[k], largest);
      bounded = times < MANY_CALLS && space <= rest / times;
      rest -= bounded ? space * times : 0;
    }
  }
  mem_free(calls);
  return bounded;
}

// --- what may have been freed --------------------------------------------------------------------------------

struct reach {
  const struct cfa *cfa;
  bool *reached; // by location
  struct vec_location waiting;
};

static void reach(struct reach *r, struct location l) {
  if (location_none(l) || r->reached[l.id]) return;
  r->reached[l.id] = true;
  vec_location_push(&r->waiting, l);
}

// Calls are followed into the function, and behind it in any case: whether it returns does not matter. From the exit of
// a function all its callers go on.
static void reach_from(struct reach *r, struct location l) {
  const struct cfa *cfa = r->cfa;
  const struct cfa_location *at = cfa_location(cfa, l);
  for (uint32_t i = 0; i < at->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, at->out.data[i]);
    if (e->callee != CFA_NONE) reach(r, cfa->functions.data[e->callee].entry);
    reach(r, e->to);
  }
  if (at->kind != LOC_EXIT) return;
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee == at->function) reach(r, cfa->edges.data[i].to);
}

static bool frees_before_it_allocates(const struct cfa *cfa, const struct map_u32 *freeing) {
  struct reach r = {.cfa = cfa, .reached = mem_zalloc(cfa->locations.size + 1, sizeof *r.reached)};
  bool found = false;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (map_u32_find(freeing, i)) reach(&r, (struct location){i});
  while (r.waiting.size) reach_from(&r, vec_location_pop(&r.waiting));
  for (uint32_t i = 0; i < cfa->edges.size && !found; i++)
    found = cfa_edge_on_heap(&cfa->edges.data[i]) && r.reached[cfa->edges.data[i].from.id];
  vec_location_release(&r.waiting);
  mem_free(r.reached);
  return found;
}

// --- sizes -----------------------------------------------------------------------------------------------------

static bool is_exact_block(const struct cfa *cfa, const struct cfa_alloc *a, const struct map_u32 *exact) {
  uint64_t size;
  if (!term_value64(cfa->tm, a->size, &size)) return false;
  if (a->is_stack) return size <= LARGEST_LOCAL;
  return map_u32_find(exact, a->term.id) && a->align <= 16 && !a->space;
}

static bool is_small_block(const struct cfa *cfa, const struct cfa_alloc *a) {
  uint64_t size;
  return a->is_stack || !term_value64(cfa->tm, a->size, &size) || size <= LARGEST_BLOCK;
}

static bool sizes_are_good(const struct cfa *cfa, const struct map_u32 *exact) {
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    for (uint32_t k = 0; k < cfa->edges.data[i].allocs.size; k++) {
      const struct cfa_alloc *a = &cfa->edges.data[i].allocs.data[k];
      if (cfa->pointer_bits == 64 ? !is_small_block(cfa, a) : !is_exact_block(cfa, a, exact)) return false;
    }
  return true;
}

void cfa_widen_heap(struct cfa *cfa, const struct map_u32 *freeing, const struct map_u32 *exact) {
  cfa_find_loops(cfa);
  cfa->wide_heap = (cfa->pointer_bits == 64 || cfa->pointer_bits == 32) &&
                   cfa->heap_start <= LARGEST_START(cfa->pointer_bits) && some_loop_allocates(cfa) &&
                   sizes_are_good(cfa, exact) && (cfa->pointer_bits == 64 || !frees_before_it_allocates(cfa, freeing));
}

// --- steps -----------------------------------------------------------------------------------------------------

// The edges of the location that allocate on the heap make the same blocks.
static bool are_same_blocks(const struct cfa *cfa, const struct cfa_location *l) {
  const struct cfa_edge *first = NULL;
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, l->out.data[i]);
    if (!cfa_edge_on_heap(e)) continue;
    if (!first) first = e;
    if (e->allocs.size != first->allocs.size) return false;
    for (uint32_t k = 0; k < e->allocs.size; k++)
      if (!term_same(e->allocs.data[k].term, first->allocs.data[k].term)) return false;
  }
  return true;
}

// What all blocks of the location take is little, with 64 bits.
static bool is_little(const struct cfa *cfa, const struct cfa_location *l) {
  uint64_t all = 0, size;
  if (cfa->pointer_bits != 64) return false;
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, l->out.data[i]);
    for (uint32_t k = 0; k < e->allocs.size; k++) {
      if (e->allocs.data[k].is_stack) continue;
      if (!term_value64(cfa->tm, e->allocs.data[k].size, &size) || size > LITTLE) return false;
      all += size < e->allocs.data[k].space ? e->allocs.data[k].space : size;
    }
  }
  return all <= LITTLE;
}

bool cfa_heap_is_exact(const struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    if (!are_same_blocks(cfa, l) && !is_little(cfa, l)) return false;
  }
  return true;
}
