// The radix trie behind memory.h.
//
// Leaves are pages of 64 cells, inner nodes have 16 children. Chains of inner
// nodes with a single child are skipped: a node knows the prefix of the
// indices below it. Nodes of a uniform subtree (every cell holds the same
// value) have no prefix, so that one node serves many places; such a floating
// node is always a direct child of its parent, which fixes its place.
//
// A memory has two tries: `overlay` holds the cells written since the base was
// last frozen; `cache` holds cells whose value is known to be that of the
// base, so that a read after a freeze need not look into a term.
#include "state/memory.h"
#include "state/convert.h"
#include "state/program.h"
#include <assert.h>

#define PAGE_BITS 6
#define PAGE_CELLS 64
#define FAN_BITS 4
#define FAN 16
// A run of equal cells at least this long becomes one COPY from a constant array when the overlay is frozen.
#define RUN_AS_COPY 256
// Copying more cells than this from a mostly absent source makes one COPY term instead of a term a cell.
#define COPY_AS_TERM 4096

struct node {
  uint32_t refs;
  uint8_t shift;    // index bits below each child; 0: a page
  bool uniform;     // every cell below is present and holds the same value
  bool floating;    // no prefix
  uint64_t prefix;  // of all indices below, the lower bits zero
};

struct page {
  struct node head;
  uint64_t present;      // one bit a cell
  uint32_t *terms;       // NULL: every cell is concrete
  uint64_t bits[PAGE_CELLS];
};

struct inner {
  struct node head;
  struct node *child[FAN];
};

struct memory {
  uint32_t refs;
  uint32_t base;
  struct sort sort;
  uint32_t index_bits, element_bits; // element_bits 0: not concrete (wide or mathematical)
  bool base_constant;    // the base is ARRAY_CONST of `constant`
  bool base_plain;       // a select from the base costs nothing but its term: not worth caching
  bool hot_owned;        // the hot page and all nodes above it have one owner
  struct value constant;
  uint64_t frozen_top;   // no cell at or above it was ever frozen into the base
  struct node *overlay, *cache;
  // Pages of the overlay: the one written last and the one read last, with their index >> PAGE_BITS.
  struct page *hot, *seen;
  uint64_t hot_number, seen_number;
};

static inline uint32_t node_span(const struct node *n) { return n->shift ? n->shift + FAN_BITS : PAGE_BITS; }

static inline uint64_t low_mask(uint32_t bits) { return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1; }

static inline bool node_covers(const struct node *n, uint64_t index) {
  return n->floating || ((n->prefix ^ index) & ~low_mask(node_span(n))) == 0;
}

static inline uint32_t child_of(const struct node *n, uint64_t index) {
  return (uint32_t)(index >> n->shift) & (FAN - 1);
}

static struct page *page_new(uint64_t index) {
  struct page *p = mem_alloc(sizeof *p);
  p->head = (struct node){.refs = 1, .prefix = index & ~low_mask(PAGE_BITS)};
  p->present = 0;
  p->terms = NULL;
  return p;
}

static struct inner *inner_new(uint32_t shift, uint64_t index) {
  struct inner *n = mem_zalloc(1, sizeof *n);
  n->head = (struct node){.refs = 1, .shift = (uint8_t)shift, .prefix = index & ~low_mask(shift + FAN_BITS)};
  return n;
}

static struct node *node_ref(struct node *n) {
  if (n) n->refs++;
  return n;
}

static void node_unref(struct node *n) {
  if (!n || --n->refs) return;
  if (n->shift) {
    struct inner *in = (struct inner *)n;
    for (uint32_t i = 0; i < FAN; i++) node_unref(in->child[i]);
  } else {
    mem_free(((struct page *)n)->terms);
  }
  mem_free(n);
}

// A copy of n that stands at `index`; gives up the caller's reference to n.
static struct node *node_own(struct node *n, uint64_t index) {
  struct node *copy;
  if (n->shift) {
    struct inner *in = mem_alloc(sizeof *in);
    *in = *(struct inner *)n;
    for (uint32_t i = 0; i < FAN; i++) node_ref(in->child[i]);
    copy = &in->head;
  } else {
    struct page *p = mem_alloc(sizeof *p);
    *p = *(struct page *)n;
    if (p->terms) {
      p->terms = mem_alloc(PAGE_CELLS * sizeof *p->terms);
      memcpy(p->terms, ((struct page *)n)->terms, PAGE_CELLS * sizeof *p->terms);
    }
    copy = &p->head;
  }
  copy->refs = 1;
  copy->floating = false;
  copy->prefix = index & ~low_mask(node_span(copy));
  node_unref(n);
  return copy;
}

static struct page *page_find(struct node *n, uint64_t index) {
  while (n && node_covers(n, index)) {
    if (!n->shift) return (struct page *)n;
    n = ((struct inner *)n)->child[child_of(n, index)];
  }
  return NULL;
}

// Puts a new inner node above *slot that also covers `index`, which *slot does not.
static void node_split(struct node **slot, uint64_t index) {
  struct node *old = *slot;
  uint32_t bit = 63 - (uint32_t)__builtin_clzll(old->prefix ^ index);
  uint32_t shift = PAGE_BITS + (bit - PAGE_BITS) / FAN_BITS * FAN_BITS;
  struct inner *parent = inner_new(shift, index);
  parent->child[child_of(&parent->head, old->prefix)] = old;
  *slot = &parent->head;
}

// The page of `index`, made if absent, and all nodes above it: with one owner.
static struct page *page_own(struct node **slot, uint64_t index) {
  for (;;) {
    struct node *n = *slot;
    if (!n) {
      struct page *p = page_new(index);
      *slot = &p->head;
      return p;
    }
    if (!node_covers(n, index)) {
      node_split(slot, index);
      continue;
    }
    if (n->refs > 1 || n->floating) *slot = n = node_own(n, index);
    n->uniform = false;
    if (!n->shift) return (struct page *)n;
    slot = &((struct inner *)n)->child[child_of(n, index)];
  }
}

static inline struct value page_get(const struct page *p, uint32_t i) {
  return (struct value){.term = p->terms ? p->terms[i] : 0, .bits = p->bits[i]};
}

static inline void page_put(struct page *p, uint32_t i, struct value v) {
  if (v.term && !p->terms) p->terms = mem_zalloc(PAGE_CELLS, sizeof *p->terms);
  if (p->terms) p->terms[i] = v.term;
  p->bits[i] = v.bits;
  p->present |= (uint64_t)1 << i;
}

// --- the memory ----------------------------------------------------------------------

static void memory_set_base(struct terms *tm, struct memory *m, struct term base) {
  enum term_kind kind = term_kind(tm, base);
  m->base = base.id;
  m->base_constant = kind == TERM_ARRAY_CONST;
  m->base_plain = kind == TERM_VAR;
  if (m->base_constant) m->constant = value_from_term(tm, term_child(tm, base, 0));
}

struct memory *memory_new(struct terms *tm, struct term base) {
  struct memory *m = mem_zalloc(1, sizeof *m);
  struct sort element;
  m->refs = 1;
  m->sort = term_sort(tm, base);
  m->index_bits = sort_width(tm, sort_index(tm, m->sort));
  assert(m->index_bits <= 64);
  element = sort_element(tm, m->sort);
  m->element_bits = value_bits(tm, element);
  memory_set_base(tm, m, base);
  if (!m->base_constant && !m->base_plain) m->frozen_top = UINT64_MAX;
  return m;
}

void memory_set_frozen(struct memory *m, uint64_t top) { m->frozen_top = top; }
bool memory_is_constant(const struct memory *m) { return m->base_constant && !m->overlay; }
uint64_t memory_frozen(const struct memory *m) { return m->frozen_top; }

struct memory *memory_ref(struct memory *m) {
  m->refs++;
  return m;
}

void memory_unref(struct memory *m) {
  if (!m || --m->refs) return;
  node_unref(m->overlay);
  node_unref(m->cache);
  mem_free(m);
}

// A memory with one owner, and the same content; consumes the reference.
static struct memory *memory_own(struct memory *m) {
  if (m->refs == 1) return m;
  struct memory *copy = mem_alloc(sizeof *copy);
  m->hot_owned = false;
  *copy = *m;
  copy->refs = 1;
  node_ref(copy->overlay);
  node_ref(copy->cache);
  m->refs--;
  return copy;
}

static inline uint64_t memory_index(const struct memory *m, uint64_t index) { return index & low_mask(m->index_bits); }

static struct value read_base(struct terms *tm, struct memory *m, uint64_t index) {
  if (!m->base_plain) {
    struct page *p = page_find(m->cache, index);
    if (p && p->present >> (index % PAGE_CELLS) & 1) return page_get(p, index % PAGE_CELLS);
  }
  struct term t = term_select(tm, (struct term){m->base}, term_bv(tm, m->index_bits, index));
  struct value v = value_from_term(tm, t);
  // What the base says about a cell never changes: remember it, for all owners.
  if (!m->base_plain) page_put(page_own(&m->cache, index), index % PAGE_CELLS, v);
  return v;
}

struct value memory_read(struct terms *tm, struct memory *m, uint64_t index, bool *absent) {
  struct page *p = m->seen;
  uint32_t i = index % PAGE_CELLS;
  if (!p || m->seen_number != index >> PAGE_BITS) {
    index = memory_index(m, index);
    p = page_find(m->overlay, index);
    if (p) {
      m->seen = p;
      m->seen_number = index >> PAGE_BITS;
    }
  }
  if (p && p->present >> i & 1) {
    if (absent) *absent = false;
    return page_get(p, i);
  }
  // A constant base has nothing arbitrary in it.
  if (absent) *absent = !m->base_constant;
  return m->base_constant ? m->constant : read_base(tm, m, index);
}

struct memory *memory_write(struct terms *tm, struct memory *m, uint64_t index, struct value value) {
  (void)tm;
  if (m->refs > 1) m = memory_own(m);
  index = memory_index(m, index);
  struct page *p = m->hot;
  if (!p || !m->hot_owned || m->hot_number != index >> PAGE_BITS) {
    p = page_own(&m->overlay, index);
    m->hot = p;
    m->hot_number = index >> PAGE_BITS;
    m->hot_owned = true;
    if (m->seen_number == m->hot_number) m->seen = p; // it may have been copied
  }
  p->head.uniform = false;
  page_put(p, index % PAGE_CELLS, value);
  return m;
}

// --- ranges --------------------------------------------------------------------------

// Replaces the block of 2^bits cells at `index` by `n` (a floating uniform node; takes the reference) or by nothing.
static void place_block(struct node **slot, uint64_t index, uint32_t bits, struct node *n) {
  const struct node *parent = NULL;
  for (;;) {
    struct node *at = *slot;
    if (at && !at->floating && node_span(at) <= bits && ((at->prefix ^ index) & ~low_mask(bits)) == 0) {
      node_unref(at);
      *slot = at = NULL;
    } else if (at && at->floating && node_span(at) == bits) { // a direct child: it is the block itself
      node_unref(at);
      *slot = at = NULL;
    }
    if (!at) {
      if (!n) return;
      if (!parent || parent->shift != bits) { // give the floating node a parent that fixes its place
        struct inner *anchor = inner_new(bits, index);
        *slot = &anchor->head;
        slot = &anchor->child[child_of(&anchor->head, index)];
      }
      *slot = n;
      return;
    }
    if (!node_covers(at, index)) {
      if (!n) return;
      node_split(slot, index);
      parent = *slot;
      slot = &((struct inner *)*slot)->child[child_of(parent, index)];
      continue;
    }
    if (at->refs > 1 || at->floating) *slot = at = node_own(at, index);
    at->uniform = false;
    parent = at;
    slot = &((struct inner *)at)->child[child_of(at, index)];
  }
}

static struct node *uniform_page(struct value v) {
  struct page *p = page_new(0);
  p->head.uniform = p->head.floating = true;
  for (uint32_t i = 0; i < PAGE_CELLS; i++) page_put(p, i, v);
  return &p->head;
}

static struct node *uniform_above(struct node *below) {
  struct inner *n = inner_new(node_span(below), 0);
  n->head.uniform = n->head.floating = true;
  for (uint32_t i = 0; i < FAN; i++) n->child[i] = node_ref(below);
  return &n->head;
}

// Every cell from `first` to `last` becomes `*v`, or absent where v is NULL.
static void set_range(struct node **root, uint64_t first, uint64_t last, const struct value *v) {
  struct node *uniform[16] = {0};
  for (uint64_t at = first;;) {
    // The largest aligned block that starts here and ends in the range.
    uint32_t bits = 0, level = 0;
    for (uint32_t b = PAGE_BITS, l = 0; b < 62 && (at & low_mask(b)) == 0 && last - at >= low_mask(b);
         b += FAN_BITS, l++) {
      bits = b;
      level = l;
    }
    if (bits) {
      for (uint32_t l = 0; v && l <= level; l++)
        if (!uniform[l]) uniform[l] = l ? uniform_above(uniform[l - 1]) : uniform_page(*v);
      place_block(root, at, bits, v ? node_ref(uniform[level]) : NULL);
    } else if (v) {
      page_put(page_own(root, at), at % PAGE_CELLS, *v);
    } else {
      struct page *p = page_find(*root, at);
      if (p && p->present >> (at % PAGE_CELLS) & 1) {
        p = page_own(root, at);
        p->present &= ~((uint64_t)1 << (at % PAGE_CELLS));
      }
    }
    uint64_t size = bits ? low_mask(bits) : 0;
    if (last - at <= size) break;
    at += size + 1;
  }
  for (uint32_t l = 0; l < 16; l++) node_unref(uniform[l]);
}

struct memory *memory_fill(struct terms *tm, struct memory *m, uint64_t index, uint64_t n, struct value value) {
  (void)tm;
  if (!n) return m;
  m = memory_own(m);
  uint64_t mask = low_mask(m->index_bits);
  if (n - 1 > mask) n = mask + 1; // the whole array (wraps to 0 at 64 bits, which the next lines mean, too)
  m->hot = m->seen = NULL;
  index &= mask;
  uint64_t last = (index + (n - 1)) & mask;
  if (last < index) {
    set_range(&m->overlay, index, mask, &value);
    set_range(&m->overlay, 0, last, &value);
  } else {
    set_range(&m->overlay, index, last, &value);
  }
  return m;
}

static bool range_empty(const struct node *n, uint64_t first, uint64_t last) {
  if (!n) return true;
  if (!n->floating && (n->prefix > last || (n->prefix | low_mask(node_span(n))) < first)) return true;
  if (!n->shift) {
    if (n->floating) return false;
    uint64_t mask = UINT64_MAX, from = n->prefix, to = from | low_mask(PAGE_BITS);
    if (first > from) mask &= UINT64_MAX << (first - from);
    if (last < to) mask &= UINT64_MAX >> (to - last);
    return !(((const struct page *)n)->present & mask);
  }
  if (n->floating) return false;
  const struct inner *in = (const struct inner *)n;
  for (uint32_t i = 0; i < FAN; i++) {
    uint64_t from = n->prefix | (uint64_t)i << n->shift;
    if (!in->child[i] || from > last || (from | low_mask(n->shift)) < first) continue;
    if (!range_empty(in->child[i], first, last)) return false;
  }
  return true;
}

bool memory_range_empty(const struct memory *m, uint64_t first, uint64_t last) {
  return range_empty(m->overlay, first, last);
}

struct memory *memory_erase(struct memory *m, uint64_t first, uint64_t last) {
  if (range_empty(m->overlay, first, last)) return m;
  m = memory_own(m);
  m->hot = m->seen = NULL;
  set_range(&m->overlay, first, last, NULL);
  return m;
}

// Does the outermost change of the array concern cells from `first` to `last` alone?
static bool is_within(struct terms *tm, struct term array, uint64_t first, uint64_t last) {
  uint64_t low, high, n;
  enum term_kind kind = term_kind(tm, array);
  if (kind == TERM_STORES) // its indices ascend
    return term_value64(tm, term_child(tm, array, 1), &low) && low >= first &&
           term_value64(tm, term_child(tm, array, term_arity(tm, array) - 2), &high) && high <= last;
  return kind == TERM_COPY && term_value64(tm, term_child(tm, array, 1), &low) &&
         term_value64(tm, term_child(tm, array, 4), &n) && low >= first && low <= last && n && n - 1 <= last - low;
}

struct memory *memory_havoc(struct terms *tm, struct memory *m, uint64_t first, uint64_t last, struct term fresh) {
  m = memory_own(m);
  m->hot = m->seen = NULL;
  set_range(&m->overlay, first, last, NULL);
  node_unref(m->cache);
  m->cache = NULL;
  struct term from = term_bv(tm, m->index_bits, first), count = term_bv(tm, m->index_bits, last - first + 1);
  uint64_t frozen = m->frozen_top < first ? m->frozen_top : first;
  struct term base = {m->base};
  // What an earlier call left there is gone: frames at the same place must not pile up.
  while (is_within(tm, base, first, last)) base = term_child(tm, base, 0);
  memory_set_base(tm, m, term_copy(tm, base, from, fresh, from, count));
  m->frozen_top = frozen;
  return m;
}

static bool nodes_same(const struct node *a, const struct node *b) {
  if (a == b) return true;
  if (!a || !b || a->shift != b->shift || a->floating != b->floating || a->prefix != b->prefix) return false;
  if (a->shift) {
    for (uint32_t i = 0; i < FAN; i++)
      if (!nodes_same(((const struct inner *)a)->child[i], ((const struct inner *)b)->child[i])) return false;
    return true;
  }
  const struct page *p = (const struct page *)a, *q = (const struct page *)b;
  if (p->present != q->present) return false;
  for (uint64_t bits = p->present; bits; bits &= bits - 1) {
    struct value v = page_get(p, (uint32_t)__builtin_ctzll(bits)), w = page_get(q, (uint32_t)__builtin_ctzll(bits));
    if (v.term != w.term || (!v.term && v.bits != w.bits)) return false;
  }
  return true;
}

bool memory_same(const struct memory *a, const struct memory *b) {
  return a->base == b->base && nodes_same(a->overlay, b->overlay);
}

static uint64_t count_cells(const struct node *n) {
  if (!n) return 0;
  if (!n->shift) return (uint64_t)__builtin_popcountll(((const struct page *)n)->present);
  if (n->uniform) return node_span(n) >= 64 ? UINT64_MAX : (uint64_t)1 << node_span(n);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < FAN; i++) sum += count_cells(((const struct inner *)n)->child[i]);
  return sum;
}

size_t memory_cells(const struct memory *m) { return count_cells(m->overlay); }

struct memory *memory_copy(struct terms *tm, struct memory *m, uint64_t index, struct memory *src, uint64_t from,
                           uint64_t n) {
  if (!n) return m;
  if (src->base_constant && !src->overlay) return memory_fill(tm, m, index, n, src->constant);
  memory_ref(src); // a snapshot: if it is m itself, m's writes go to a copy, as memmove wants
  if (n > COPY_AS_TERM && !src->base_constant && (n > UINT32_MAX || count_cells(src->overlay) < n / 2)) {
    struct term c[3] = {term_bv(tm, m->index_bits, index), term_bv(tm, m->index_bits, from),
                        term_bv(tm, m->index_bits, n)};
    struct term source = memory_term(tm, src), t = term_copy(tm, memory_term(tm, m), c[0], source, c[1], c[2]);
    struct memory *result = memory_new(tm, t);
    uint64_t top = index + n < index ? UINT64_MAX : index + n;
    result->frozen_top = m->frozen_top > top ? m->frozen_top : top;
    memory_unref(m);
    memory_unref(src);
    return result;
  }
  for (uint64_t i = 0; i < n; i++) m = memory_write(tm, m, index + i, memory_read(tm, src, from + i, NULL));
  memory_unref(src);
  return m;
}

// --- freezing ------------------------------------------------------------------------

struct freeze {
  struct terms *tm;
  struct memory *m;
  struct vec_u64 indices;
  struct vec_term values;
  struct node **cache;
  // The run of equal cells that is being collected.
  uint64_t run_first, run_cells;
  struct value run_value;
};

static void freeze_cell(struct freeze *f, uint64_t index, struct value v) {
  vec_u64_push(&f->indices, index);
  vec_term_push(&f->values, value_term(f->tm, sort_element(f->tm, f->m->sort), v));
}

static void freeze_run_end(struct freeze *f) {
  struct terms *tm = f->tm;
  struct memory *m = f->m;
  if (f->run_cells >= RUN_AS_COPY) {
    struct term v = value_term(tm, sort_element(tm, m->sort), f->run_value);
    struct term at = term_bv(tm, m->index_bits, f->run_first), n = term_bv(tm, m->index_bits, f->run_cells);
    // A run of the whole index space cannot be counted in an index: then the array is constant.
    if (m->index_bits < 64 && f->run_cells > low_mask(m->index_bits)) m->base = term_array_const(tm, m->sort, v).id;
    else m->base = term_copy(tm, (struct term){m->base}, at, term_array_const(tm, m->sort, v), at, n).id;
  } else {
    for (uint64_t i = 0; i < f->run_cells; i++) freeze_cell(f, f->run_first + i, f->run_value);
  }
  f->run_cells = 0;
}

static void freeze_node(struct freeze *f, struct node *n, uint64_t at) {
  if (!n) return;
  if (!n->floating) at = n->prefix;
  struct page *p = (struct page *)n;
  if (n->uniform) {
    struct node *leaf = n;
    while (leaf->shift) leaf = ((struct inner *)leaf)->child[0];
    struct value v = page_get((struct page *)leaf, 0);
    bool continues = f->run_cells && f->run_first + f->run_cells == at && f->run_value.term == v.term &&
                     (v.term || f->run_value.bits == v.bits);
    if (!continues) {
      freeze_run_end(f);
      f->run_first = at;
      f->run_value = v;
    }
    f->run_cells += low_mask(node_span(n)) + 1;
    return;
  }
  if (n->shift) {
    for (uint32_t i = 0; i < FAN; i++) freeze_node(f, ((struct inner *)n)->child[i], at + ((uint64_t)i << n->shift));
    return;
  }
  freeze_run_end(f);
  for (uint32_t i = 0; i < PAGE_CELLS; i++)
    if (p->present >> i & 1) freeze_cell(f, at + i, page_get(p, i));
}

// Copies the overlay's cells into the cache.
static void cache_node(struct memory *m, struct node *n, uint64_t at) {
  if (!n) return;
  if (!n->floating) at = n->prefix;
  if (n->uniform) {
    if (node_span(n) < 64) {
      struct node *copy = node_ref(n);
      if (!n->floating) copy = node_own(copy, at), copy->floating = true;
      place_block(&m->cache, at, node_span(n), copy);
    }
  } else if (n->shift) {
    for (uint32_t i = 0; i < FAN; i++) cache_node(m, ((struct inner *)n)->child[i], at + ((uint64_t)i << n->shift));
  } else {
    struct page *from = (struct page *)n;
    if (!from->present) return;
    struct page *to = page_own(&m->cache, at);
    for (uint32_t i = 0; i < PAGE_CELLS; i++)
      if (from->present >> i & 1) page_put(to, i, page_get(from, i));
  }
}

static uint64_t last_index(const struct node *n, uint64_t at) {
  if (!n->floating) at = n->prefix;
  if (n->uniform) return at + low_mask(node_span(n));
  if (!n->shift) {
    uint64_t present = ((const struct page *)n)->present;
    return at + (present ? 63 - (uint64_t)__builtin_clzll(present) : 0);
  }
  for (uint32_t i = FAN; i-- > 0;) {
    const struct node *child = ((const struct inner *)n)->child[i];
    if (child) return last_index(child, at + ((uint64_t)i << n->shift));
  }
  return at;
}

struct term memory_term(struct terms *tm, struct memory *m) {
  if (!m->overlay) return (struct term){m->base};
  struct freeze f = {.tm = tm, .m = m};
  uint64_t last = last_index(m->overlay, 0);
  if (m->frozen_top <= last) m->frozen_top = last + 1 ? last + 1 : UINT64_MAX;
  freeze_node(&f, m->overlay, 0);
  freeze_run_end(&f);
  struct term base = {m->base};
  if (f.indices.size) base = term_stores(tm, base, f.indices.size, f.indices.data, f.values.data);
  vec_u64_release(&f.indices);
  vec_term_release(&f.values);
  if (m->cache) {
    cache_node(m, m->overlay, 0);
    node_unref(m->overlay);
  } else {
    m->cache = m->overlay;
  }
  m->overlay = NULL;
  m->hot = m->seen = NULL;
  memory_set_base(tm, m, base);
  return base;
}

struct term memory_look(struct terms *tm, struct memory *m) {
  struct memory *copy = memory_own(memory_ref(m));
  struct term t = memory_term(tm, copy);
  memory_unref(copy);
  return t;
}

// --- differences ---------------------------------------------------------------------

struct difference {
  struct terms *tm;
  struct memory *old;
  bool (*each)(void *context, uint64_t index, struct value value);
  void *context;
};

// The node of a trie that has this very place and size, or NULL.
static const struct node *node_at(const struct node *n, uint64_t index, uint32_t shift) {
  while (n && node_covers(n, index) && n->shift > shift) n = ((const struct inner *)n)->child[child_of(n, index)];
  return n && n->shift == shift && node_covers(n, index) ? n : NULL;
}

static bool differing(struct difference *d, const struct node *n, uint64_t index) {
  if (!n || (d->old && node_at(d->old->overlay, index, n->shift) == n)) return true;
  for (uint32_t i = 0; n->shift && i < FAN; i++) {
    const struct node *child = ((const struct inner *)n)->child[i];
    if (child && !differing(d, child, child->floating ? index | (uint64_t)i << n->shift : child->prefix)) return false;
  }
  const struct page *p = (const struct page *)n;
  for (uint32_t i = 0; !n->shift && i < PAGE_CELLS; i++) {
    if (!(p->present >> i & 1)) continue;
    struct value now = page_get(p, i), then = d->old ? memory_read(d->tm, d->old, index + i, NULL) : now;
    if (d->old && now.term == then.term && (now.term || now.bits == then.bits)) continue;
    if (!d->each(d->context, index + i, now)) return false;
  }
  return true;
}

static bool is_written(const struct memory *m, uint64_t index) {
  index = memory_index(m, index);
  const struct page *p = page_find(m->overlay, index);
  return p && p->present >> index % PAGE_CELLS & 1;
}

bool memory_is_untouched(const struct memory *old, const struct memory *new, uint64_t index) {
  return old->base == new->base && !is_written(old, index) && !is_written(new, index);
}

bool memory_changes(struct terms *tm, struct memory *old, struct memory *new,
                    bool (*each)(void *context, uint64_t index, struct value value), void *context) {
  struct difference d = {tm, old, each, context};
  return !new->overlay || differing(&d, new->overlay, new->overlay->prefix);
}
