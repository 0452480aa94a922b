// The machine behind state/vm.h: its memory, its registers and its code.
#ifndef CLEW_STATE_VM_VM_CODE_H
#define CLEW_STATE_VM_VM_CODE_H
#include "state/convert.h"
#include "state/concrete.h"
#include "state/vm.h"

// --- memory ----------------------------------------------------------------------------------------------------------
#define PAGE_BITS 9
#define PAGE_WORDS ((uint64_t)1 << PAGE_BITS)

// Pages of a stretch of indices, from `base` on.
struct segment {
  uint64_t base;
  uint64_t **pages; // NULL: every word is `absent`
  uint64_t n;
};

struct touched {
  bool high;
  uint64_t page;
};
VEC_TYPE(vec_touched, struct touched)

// An array: the heap and below, and the stack.
struct vm_memory {
  uint64_t absent; // the value that is read where nothing was written
  uint64_t most; // the largest index
  uint32_t shift; // region_shift
  struct segment low, high;
  struct vec_touched touched; // pages that are there
};

// Pages that are not in use, and how many more there may be.
struct page_pool {
  struct vec_ptr unused;
  size_t pages_left;
};

void vm_memory_release(struct vm_memory *m);
void vm_memory_clear(struct page_pool *pool, struct vm_memory *m, uint64_t absent);
// The word to write; NULL: there is no room.
uint64_t *vm_memory_word(struct page_pool *pool, struct vm_memory *m, uint64_t index);
void vm_memory_erase(struct vm_memory *m, uint64_t first, uint64_t last); // absent again
bool vm_memory_assign(struct page_pool *pool, struct vm_memory *to, const struct vm_memory *from);
// As memory_copy: n words of `from` from `begin` on. False: no room, or not supported.
bool vm_memory_copy(struct page_pool *pool, struct vm_memory *to, uint64_t index, const struct vm_memory *from,
                    uint64_t begin, uint64_t n);
bool vm_memory_constant(struct page_pool *pool, struct vm_memory *m, struct terms *tm, struct term constant);

static inline uint64_t vm_memory_read(const struct vm_memory *m, uint64_t index) {
  const struct segment *s = index >= m->high.base ? &m->high : &m->low;
  uint64_t at = index - s->base, page = at >> PAGE_BITS;
  return page < s->n && s->pages[page] ? s->pages[page][at % PAGE_WORDS] : m->absent;
}

// --- instructions ----------------------------------------------------------------------------------------------------
enum {
  // Term kinds are their own operations, as in state/code/code.h. Besides, where a, b, c and dst are words unless said
  // otherwise:
  VM_MOVE = TERM_KIND_COUNT, // dst := a
  VM_ALL, // AND and OR of `count` words in the pool from a on
  VM_ANY,
  VM_SELECT, // dst := memory a at b
  VM_STORE, // memory a at b := c
  VM_COPY, // memory a at the pool's b: index, memory, begin, number
  VM_ASSIGN, // memory a := memory b
  VM_FLOAT, // dst := `origin` of `count` words in the pool from a on
  VM_INPUTS, // of the location's code: a
  VM_ALLOCATE, // dst := address of the object; a: its size
  VM_HEAP, // a: the bump pointer is kept; otherwise it is where it was kept
  VM_UNLESS, // not a: go to c
  VM_IF, // a: go to c
  VM_EQ_UNLESS, // comparisons of a and b: where they do not hold, go to c
  VM_ULT_UNLESS,
  VM_ULE_UNLESS,
  VM_SLT_UNLESS,
  VM_SLE_UNLESS,
  VM_LOG, // the inputs of an edge: a
  VM_GOTO, // edge a, to location b, whose code is at c (0: not compiled yet); `count` instructions since the location
  VM_CALL, // edge a, to function b
  VM_HEAD, // the loop head a
  VM_RETURN,
  VM_STOP, // with event a
};

struct vm_instruction {
  uint8_t op;
  uint8_t width; // as in struct instruction
  uint16_t low;
  uint32_t count;
  uint32_t dst, a, b, c;
  union {
    uint64_t mask;
    const struct instruction *origin; // of operations on floats: lives as long as the program
    const struct cfa_alloc *alloc;
  };
};
VEC_TYPE(vec_vm_instruction, struct vm_instruction)

struct vm_read { // an input of a location
  const struct cfa_input *input;
  uint32_t position, word; // word NO_REGISTER: it cannot matter
  uint64_t mask;
  bool is_float;
  struct ieee_format format;
};

struct vm_reads {
  struct vm_read *list;
  uint32_t n;
};
VEC_TYPE(vec_reads, struct vm_reads)

struct vm_logged {
  const struct cfa_input *input;
  uint64_t bits;
  bool matters;
};
VEC_TYPE(vec_logged, struct vm_logged)

struct vm_frame {
  struct edge call; // EDGE_NONE: main
  uint32_t function;
  uint64_t stack_start;
  size_t saved; // where the locals of the instance before are in `saved`; SIZE_MAX: there was none
};
VEC_TYPE(vec_vm_frame, struct vm_frame)

struct vm {
  struct program *program;
  struct vm_host host;
  // Code.
  struct vec_vm_instruction instructions;
  struct vec_u32 pool;
  uint32_t *entry; // by location; 0: not compiled yet
  struct vec_reads inputs; // of locations, and of edges for the log
  struct vec_u64 words;
  uint32_t *locals; // by function: its first word; globals are the first of all
  struct vm_memory *memories; // those of globals first, by slot; then constants
  uint32_t n_memories, memories_capacity;
  // The run.
  struct page_pool pages;
  struct location location;
  uint64_t steps, end, work;
  uint64_t heap, stack;
  uint64_t kept_heap; // before the objects of the location at hand
  uint32_t *active; // by function: how many instances
  struct vec_vm_frame frames;
  struct vec_u64 saved, arguments;
  struct vec_logged log;
  bool asked; // for an input, or it may have been
  uint32_t *hits; // by edge
  struct vec_u32 taken;
  uint32_t *head_read; // by location: inputs read at the last visit + 1, for heads that need not be looked at before
  uint32_t *head_visits;
  struct vec_u32 heads; // visited
  size_t most_log, most_saved;
};

// compile.c
void vm_add_globals(struct vm *vm); // their memories
void vm_compile(struct vm *vm, struct location location);

#define VM_MOST_VISITS 4096 // the same where inputs are read in between; then only some
#define VM_FIRST_VISITS 4 // of a loop head in a run, of which the host hears

#endif
