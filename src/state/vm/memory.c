// The memory of concrete runs: pages of words. Between runs the pages that were touched go back to the pool.
#include "state/vm/vm_code.h"

#define MOST_PAGES ((uint64_t)1 << 24) // of a segment: its table

static uint64_t **page_of(const struct vm_memory *m, struct touched t) {
  return &(t.high ? &m->high : &m->low)->pages[t.page];
}

void vm_memory_release(struct vm_memory *m) {
  for (uint32_t i = 0; i < m->touched.size; i++) mem_free(*page_of(m, m->touched.data[i]));
  vec_touched_release(&m->touched);
  mem_free(m->low.pages);
  mem_free(m->high.pages);
}

void vm_memory_clear(struct page_pool *pool, struct vm_memory *m, uint64_t absent) {
  for (uint32_t i = 0; i < m->touched.size; i++) {
    uint64_t **page = page_of(m, m->touched.data[i]);
    vec_ptr_push(&pool->unused, *page);
    *page = NULL;
  }
  vec_touched_clear(&m->touched);
  m->absent = absent;
}

static bool segment_grow(struct segment *s, uint64_t page) {
  if (page >= MOST_PAGES) return false;
  uint64_t n = s->n ? s->n : 4;
  while (n <= page) n *= 2;
  s->pages = mem_realloc(s->pages, n * sizeof *s->pages);
  memset(s->pages + s->n, 0, (n - s->n) * sizeof *s->pages);
  s->n = n;
  return true;
}

static uint64_t *page_new(struct page_pool *pool, uint64_t absent) {
  uint64_t *words;
  if (pool->unused.size) {
    words = vec_ptr_pop(&pool->unused);
  } else {
    if (!pool->pages_left) return NULL;
    pool->pages_left--;
    words = mem_alloc(PAGE_WORDS * sizeof *words);
  }
  for (uint64_t i = 0; i < PAGE_WORDS; i++) words[i] = absent;
  return words;
}

uint64_t *vm_memory_word(struct page_pool *pool, struct vm_memory *m, uint64_t index) {
  struct segment *s = index >= m->high.base ? &m->high : &m->low;
  uint64_t at = index - s->base, page = at >> PAGE_BITS;
  if (page >= s->n && !segment_grow(s, page)) return NULL;
  if (!s->pages[page]) {
    uint64_t *words = page_new(pool, m->absent);
    if (!words) return NULL;
    s->pages[page] = words;
    vec_touched_push(&m->touched, (struct touched){s == &m->high, page});
  }
  return &s->pages[page][at % PAGE_WORDS];
}

void vm_memory_erase(struct vm_memory *m, uint64_t first, uint64_t last) {
  struct segment *s = &m->high;
  if (first < s->base) first = s->base;
  if (last < first || !s->n) return;
  uint64_t from = first - s->base, to = last - s->base, end = s->n * PAGE_WORDS - 1;
  if (to > end) to = end;
  for (uint64_t at = from; at <= to;) {
    uint64_t *words = s->pages[at >> PAGE_BITS], next = ((at >> PAGE_BITS) + 1) << PAGE_BITS;
    if (next > to + 1) next = to + 1;
    for (; words && at < next; at++) words[at % PAGE_WORDS] = m->absent;
    at = next;
  }
}

bool vm_memory_assign(struct page_pool *pool, struct vm_memory *to, const struct vm_memory *from) {
  if (to == from) return true;
  vm_memory_clear(pool, to, from->absent);
  for (uint32_t i = 0; i < from->touched.size; i++) {
    struct touched t = from->touched.data[i];
    uint64_t base = t.high ? from->high.base : 0;
    uint64_t *words = vm_memory_word(pool, to, base + (t.page << PAGE_BITS));
    if (!words) return false;
    memcpy(words, *page_of(from, t), PAGE_WORDS * sizeof *words);
  }
  return true;
}

#define MOST_COPY ((uint64_t)1 << 24)

bool vm_memory_copy(struct page_pool *pool, struct vm_memory *to, uint64_t index, const struct vm_memory *from,
                    uint64_t begin, uint64_t n) {
  if (!n) return true;
  if (n > MOST_COPY || n - 1 > to->most - index || n - 1 > from->most - begin) return false;
  bool backwards = to == from && index > begin; // as memmove
  for (uint64_t i = 0; i < n; i++) {
    uint64_t k = backwards ? n - 1 - i : i;
    uint64_t *word = vm_memory_word(pool, to, index + k);
    if (!word) return false;
    *word = vm_memory_read(from, begin + k);
  }
  return true;
}

bool vm_memory_constant(struct page_pool *pool, struct vm_memory *m, struct terms *tm, struct term constant) {
  struct vec_term layers = {0};
  bool good = true;
  while (term_kind(tm, constant) == TERM_STORES) {
    vec_term_push(&layers, constant);
    constant = term_child(tm, constant, 0);
  }
  good = term_kind(tm, constant) == TERM_ARRAY_CONST && term_value64(tm, term_child(tm, constant, 0), &m->absent);
  while (layers.size) {
    struct term layer = vec_term_pop(&layers);
    for (uint32_t i = 1, n = term_arity(tm, layer); good && i + 1 < n; i += 2) {
      uint64_t index = 0, bits = 0, *word = NULL;
      good = term_value64(tm, term_child(tm, layer, i), &index) &&
             term_value64(tm, term_child(tm, layer, i + 1), &bits);
      if (good) word = vm_memory_word(pool, m, index);
      good = good && word;
      if (good) *word = bits;
    }
  }
  vec_term_release(&layers);
  return good;
}
