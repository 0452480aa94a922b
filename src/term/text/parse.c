// SMT-LIB terms and sorts to terms.
//
// One loop reads pieces from left to right; open applications and lets are
// frames on a stack, finished arguments lie on another. What an operator
// accepts is checked in apply.c before anything is built, so that no input reaches
// an assertion. let-bound names live in a vector with a hash map to the
// latest binding of each hash.
//
// Nested stores at constant indices, as print.c writes STORES, are gathered
// and built at once: one by one they would cost the square of their number.
#include "term/text/apply.h"
#include "term/node.h"
#include "term/text/symbol.h"
#include <stdlib.h>

enum frame_kind { FRAME_APPLY, FRAME_LET, FRAME_LET_BODY, FRAME_NOTE };

struct frame {
  enum frame_kind kind;
  struct apply_head head;   // APPLY
  const char *start;        // for messages
  uint32_t first;           // of its arguments on the value stack (LET: of its bindings' values)
  uint32_t scope;           // LET_BODY: bindings to keep when it ends; LET: names gathered so far start here
};
VEC_TYPE(vec_parse_frame, struct frame)

struct binding {
  const char *name;
  size_t length;
  struct term value;
  uint64_t hash;
  uint32_t previous;        // index + 1 of an older binding of this hash, or 0
};
VEC_TYPE(vec_binding, struct binding)

// Stores not built yet: those of the first argument of an open store, oldest first.
struct pending {
  uint64_t index;
  struct term value;
  uint32_t order;
};
VEC_TYPE(vec_pending, struct pending)

struct parsed {
  struct term term;
  uint32_t stores;          // so many entries of `pending` are on top of it
};
VEC_TYPE(vec_parsed, struct parsed)

struct parser {
  struct terms *tm;
  const char *at;
  const char *message;
  struct term (*lookup)(void *context, const char *name, size_t length);
  void *context;
  struct vec_parse_frame frames;
  struct vec_parsed values;
  struct vec_pending pending;
  struct vec_binding bindings;   // active ones, then the names of open lets
  struct map_u32 latest;         // hash → index + 1 of the latest active binding
};

// --- pieces of text -----------------------------------------------------------------

static void skip_space(const char **at) {
  for (;; ++*at) {
    if (**at == ';') {
      while (**at && **at != '\n') ++*at;
      if (!**at) return;
    } else if (!**at || !strchr(" \t\r\n", **at)) {
      return;
    }
  }
}

static bool fail_at(struct parser *p, const char *at, const char *message) {
  p->at = at;
  p->message = message;
  return false;
}
static bool fail(struct parser *p, const char *message) { return fail_at(p, p->at, message); }

static bool take(struct parser *p, char c) {
  skip_space(&p->at);
  if (*p->at != c) return false;
  p->at++;
  return true;
}

static bool expect_close(struct parser *p) { return take(p, ')') || fail(p, "expected ')'"); }

// A symbol, without its bars. *quoted may be NULL.
static bool read_symbol(struct parser *p, const char **name, size_t *length, bool *quoted) {
  skip_space(&p->at);
  const char *start = p->at;
  if (*start == '|') {
    const char *end = strchr(start + 1, '|');
    if (!end) return fail(p, "a quoted symbol does not end");
    *name = start + 1;
    *length = (size_t)(end - start - 1);
    p->at = end + 1;
    if (quoted) *quoted = true;
    return true;
  }
  const char *end = start;
  while (symbol_char(*end)) end++;
  if (end == start) return fail(p, *start ? "expected a symbol" : "the text ends too early");
  *name = start;
  *length = (size_t)(end - start);
  p->at = end;
  if (quoted) *quoted = false;
  return true;
}

static bool read_number(struct parser *p, uint32_t limit, uint32_t *number) {
  skip_space(&p->at);
  if (*p->at < '0' || *p->at > '9') return fail(p, "expected a number");
  const char *start = p->at;
  uint64_t value = 0;
  for (; *p->at >= '0' && *p->at <= '9'; p->at++) {
    value = value * 10 + (uint64_t)(*p->at - '0');
    if (value > limit) return fail_at(p, start, "the number is too large");
  }
  *number = (uint32_t)value;
  return true;
}

static bool is_word(const char *name, size_t length, const char *word) {
  return strlen(word) == length && !memcmp(name, word, length);
}

// --- sorts -----------------------------------------------------------------------------

static bool read_width(struct parser *p, uint32_t *width) {
  skip_space(&p->at);
  const char *start = p->at;
  if (!read_number(p, APPLY_WIDTH_LIMIT, width)) return false;
  return *width || fail_at(p, start, "a width of 0");
}

static bool read_format(struct parser *p, uint32_t *exponent, uint32_t *significand) {
  skip_space(&p->at);
  const char *start = p->at;
  if (!read_number(p, APPLY_EXPONENT_LIMIT, exponent) || !read_number(p, APPLY_SIGNIFICAND_LIMIT, significand))
    return false;
  return (*exponent >= 2 && *significand >= 2) ||
         fail_at(p, start, "a float needs at least 2 exponent and 2 significand bits");
}

static bool read_sort(struct parser *p, uint32_t depth, struct sort *s) {
  skip_space(&p->at);
  const char *start = p->at, *name;
  size_t length;
  uint32_t a, b;
  if (depth > 64) return fail(p, "a sort nested too deeply");
  if (!take(p, '(')) {
    if (!read_symbol(p, &name, &length, NULL)) return false;
    if (is_word(name, length, "Bool")) return *s = sort_bool(p->tm), true;
    if (is_word(name, length, "Int")) return *s = sort_int(p->tm), true;
    if (is_word(name, length, "RoundingMode")) return *s = sort_bv(p->tm, 3), true;
    if (is_word(name, length, "Float16")) return *s = sort_float(p->tm, 5, 11), true;
    if (is_word(name, length, "Float32")) return *s = sort_float(p->tm, 8, 24), true;
    if (is_word(name, length, "Float64")) return *s = sort_float(p->tm, 11, 53), true;
    if (is_word(name, length, "Float128")) return *s = sort_float(p->tm, 15, 113), true;
    return fail_at(p, start, "not a sort");
  }
  if (!read_symbol(p, &name, &length, NULL)) return false;
  if (is_word(name, length, "Array")) {
    struct sort index, element;
    if (!read_sort(p, depth + 1, &index) || !read_sort(p, depth + 1, &element)) return false;
    *s = sort_array(p->tm, index, element);
  } else if (is_word(name, length, "_")) {
    if (!read_symbol(p, &name, &length, NULL)) return false;
    if (is_word(name, length, "BitVec")) {
      if (!read_width(p, &a)) return false;
      *s = sort_bv(p->tm, a);
    } else if (is_word(name, length, "FloatingPoint")) {
      if (!read_format(p, &a, &b)) return false;
      *s = sort_float(p->tm, a, b);
    } else {
      return fail_at(p, start, "not a sort");
    }
  } else {
    return fail_at(p, start, "not a sort");
  }
  return expect_close(p);
}

// --- leaves ---------------------------------------------------------------------------

static bool read_bits(struct parser *p, struct term *t) {
  const char *start = p->at;
  int base = start[1] == 'x' ? 16 : 2;
  if (start[1] != 'x' && start[1] != 'b') return fail(p, "expected #x or #b");
  const char *digits = start + 2, *end = digits + strspn(digits, base == 16 ? "0123456789abcdefABCDEF" : "01");
  size_t count = (size_t)(end - digits);
  if (!count) return fail(p, "a constant without digits");
  if (count > APPLY_WIDTH_LIMIT / 4) return fail(p, "the constant is too wide");
  char *copy = mem_strndup(digits, count);
  mpz_t value;
  mpz_init_set_str(value, copy, base);
  *t = term_bv_big(p->tm, (uint32_t)count * (base == 16 ? 4 : 1), value);
  mpz_clear(value);
  mem_free(copy);
  p->at = end;
  return true;
}

static bool read_numeral(struct parser *p, struct term *t) {
  const char *start = p->at;
  size_t count = strspn(start, "0123456789");
  if (start[count] == '.') return fail(p, "decimal constants have no meaning here");
  char *copy = mem_strndup(start, count);
  mpz_t value;
  mpz_init_set_str(value, copy, 10);
  *t = term_int(p->tm, value);
  mpz_clear(value);
  mem_free(copy);
  p->at = start + count;
  return true;
}

// After "(_": bvN w, +oo e s, -oo e s, NaN e s, +zero e s, -zero e s.
static bool read_indexed_constant(struct parser *p, struct term *t) {
  const char *name, *start = p->at;
  size_t length;
  uint32_t a, b;
  if (!read_symbol(p, &name, &length, NULL)) return false;
  if (length > 2 && !memcmp(name, "bv", 2) && strspn(name + 2, "0123456789") == length - 2) {
    if (!read_width(p, &a)) return false;
    char *copy = mem_strndup(name + 2, length - 2);
    mpz_t value;
    mpz_init_set_str(value, copy, 10);
    mem_free(copy);
    bool fits = mpz_sizeinbase(value, 2) <= a;
    if (fits) *t = term_bv_big(p->tm, a, value);
    mpz_clear(value);
    if (!fits) return fail_at(p, name, "the constant does not fit its width");
    return expect_close(p);
  }
  static const char *const names[] = {"+oo", "-oo", "NaN", "+zero", "-zero"};
  for (int i = 0; i < 5; i++) {
    if (!is_word(name, length, names[i])) continue;
    if (!read_format(p, &a, &b)) return false;
    mpz_t bits;
    mpz_init(bits);
    if (i < 3) {
      mpz_setbit(bits, a);
      mpz_sub_ui(bits, bits, 1);
      mpz_mul_2exp(bits, bits, b - 1);
    }
    if (i == 2) mpz_setbit(bits, b - 2);
    if (i == 1 || i == 4) mpz_setbit(bits, a + b - 1);
    *t = term_float_bits(p->tm, sort_float(p->tm, a, b), bits);
    mpz_clear(bits);
    return expect_close(p);
  }
  return fail_at(p, start, "not an indexed constant");
}

static bool read_name(struct parser *p, struct term *t) {
  const char *name, *start = p->at;
  size_t length;
  bool quoted;
  if (!read_symbol(p, &name, &length, &quoted)) return false;
  uint32_t at = map_u32_get_or(&p->latest, hash_bytes(name, length) >> 1, 0);
  for (; at; at = p->bindings.data[at - 1].previous) {
    const struct binding *b = &p->bindings.data[at - 1];
    if (b->length == length && !memcmp(b->name, name, length)) return *t = b->value, true;
  }
  if (!quoted) {
    if (is_word(name, length, "true")) return *t = term_true(p->tm), true;
    if (is_word(name, length, "false")) return *t = term_false(p->tm), true;
    int mode = symbol_rounding_mode(name, length);
    if (mode >= 0) return *t = term_bv(p->tm, 3, (uint64_t)mode), true;
  }
  *t = p->lookup(p->context, name, length);
  return !term_none(*t) || fail_at(p, start, "an unknown name");
}

// --- stores ---------------------------------------------------------------------------

static int compare_pending(const void *a, const void *b) {
  const struct pending *x = a, *y = b;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

// Builds the stores on top of the last value.
static void build_pending(struct parser *p) {
  struct parsed *last = &p->values.data[p->values.size - 1];
  uint32_t n = last->stores, kept = 0;
  if (!n) return;
  last->stores = 0;
  p->pending.size -= n;
  struct pending *entries = p->pending.data + p->pending.size;
  for (uint32_t i = 0; i < n; i++) entries[i].order = i;
  qsort(entries, n, sizeof *entries, compare_pending);
  uint64_t *indices = mem_alloc(n * sizeof *indices);
  struct term *values = mem_alloc(n * sizeof *values);
  for (uint32_t i = 0; i < n; i++) {
    if (i + 1 < n && entries[i + 1].index == entries[i].index) continue; // stored over
    indices[kept] = entries[i].index;
    values[kept++] = entries[i].value;
  }
  last->term = term_stores(p->tm, last->term, kept, indices, values);
  mem_free(indices);
  mem_free(values);
}

// Closes (store a i v) where i is a constant of at most 64 bits: gathers it instead of building it.
static bool gather_store(struct parser *p, const struct frame *f) {
  struct parsed *arguments = &p->values.data[f->first];
  uint64_t index;
  if (f->head.code != TERM_STORE || p->values.size - f->first != 3 || !bv_value(p->tm, arguments[1].term, &index))
    return false;
  struct term c[3] = {arguments[0].term, arguments[1].term, arguments[2].term};
  if (apply_check(p->tm, &f->head, 3, c)) return false;
  vec_pending_push(&p->pending, (struct pending){index, c[2], 0});
  arguments[0].stores++;
  p->values.size = f->first + 1;
  return true;
}

// --- frames ---------------------------------------------------------------------------

static void push_value(struct parser *p, struct term t) { vec_parsed_push(&p->values, (struct parsed){t, 0}); }

static void activate_bindings(struct parser *p, struct frame *f) {
  for (uint32_t i = f->scope; i < p->bindings.size; i++) {
    struct binding *b = &p->bindings.data[i];
    b->value = p->values.data[f->first + i - f->scope].term;
    b->hash = hash_bytes(b->name, b->length) >> 1;
    b->previous = map_u32_get_or(&p->latest, b->hash, 0);
    map_u32_put(&p->latest, b->hash, i + 1);
  }
  p->values.size = f->first;
  f->kind = FRAME_LET_BODY;
}

static void drop_bindings(struct parser *p, uint32_t keep) {
  while (p->bindings.size > keep) {
    struct binding b = vec_binding_pop(&p->bindings);
    map_u32_put(&p->latest, b.hash, b.previous);
  }
}

// In the list of a let: the next binding's name, or the end of the list.
static bool next_binding(struct parser *p, struct frame *f) {
  if (take(p, ')')) {
    if (p->bindings.size == f->scope) return fail(p, "a let without bindings");
    activate_bindings(p, f);
    return true;
  }
  if (!take(p, '(')) return fail(p, "expected a binding");
  struct binding b = {0};
  if (!read_symbol(p, &b.name, &b.length, NULL)) return false;
  vec_binding_push(&p->bindings, b);
  return true;
}

// The head of an application that begins with "((": (_ name numbers…) or (as const sort).
static bool read_compound_head(struct parser *p, struct apply_head *head) {
  const char *name, *start = p->at;
  size_t length;
  if (!read_symbol(p, &name, &length, NULL)) return false;
  bool is_as = is_word(name, length, "as");
  if (!is_as && !is_word(name, length, "_")) return fail_at(p, start, "expected _ or as");
  if (!read_symbol(p, &name, &length, NULL)) return false;
  if (is_as) {
    if (!is_word(name, length, "const")) return fail_at(p, name, "expected const");
    struct sort s;
    skip_space(&p->at);
    start = p->at;
    if (!read_sort(p, 0, &s)) return false;
    if (sort_kind(p->tm, s) != SORT_ARRAY) return fail_at(p, start, "expected the sort of an array");
    apply_array_const(s, head);
    return expect_close(p);
  }
  uint32_t numbers[2] = {0, 0}, n = 0;
  while (!take(p, ')')) {
    if (n == 2) return fail(p, "expected ')'");
    if (!read_number(p, APPLY_WIDTH_LIMIT, &numbers[n++])) return false;
  }
  const char *message = apply_find_indexed(p->tm, name, length, n, numbers, head);
  return !message || fail_at(p, start, message);
}

// After '(': opens a frame, or reads an indexed constant and leaves it as a value (*leaf).
static bool open_frame(struct parser *p, const char *start, bool *leaf) {
  struct frame f = {.kind = FRAME_APPLY, .start = start, .first = p->values.size};
  *leaf = false;
  if (take(p, '(')) {
    if (!read_compound_head(p, &f.head)) return false;
    vec_parse_frame_push(&p->frames, f);
    return true;
  }
  const char *name;
  size_t length;
  bool quoted;
  if (!read_symbol(p, &name, &length, &quoted)) return false;
  if (!quoted && is_word(name, length, "_")) {
    struct term t;
    if (!read_indexed_constant(p, &t)) return false;
    push_value(p, t);
    *leaf = true;
    return true;
  }
  if (!quoted && is_word(name, length, "let")) {
    if (!take(p, '(')) return fail(p, "expected the bindings");
    f.kind = FRAME_LET;
    f.scope = p->bindings.size;
    vec_parse_frame_push(&p->frames, f);
    return next_binding(p, &p->frames.data[p->frames.size - 1]);
  }
  if (!quoted && is_word(name, length, "!")) {
    f.kind = FRAME_NOTE;
  } else if (!apply_find(name, length, &f.head)) {
    return fail_at(p, name, "an unknown operator");
  }
  vec_parse_frame_push(&p->frames, f);
  return true;
}

// The attributes after an annotated term, up to its ')'.
static bool skip_attributes(struct parser *p) {
  for (uint32_t depth = 0;;) {
    skip_space(&p->at);
    if (!*p->at) return fail(p, "the text ends too early");
    if (*p->at == '|') {
      const char *name;
      size_t length;
      if (!read_symbol(p, &name, &length, NULL)) return false;
    } else if (*p->at == ')' && !depth) {
      p->at++;
      return true;
    } else {
      depth += (*p->at == '(') - (*p->at == ')');
      p->at++;
    }
  }
}

static bool close_application(struct parser *p, struct frame *f) {
  uint32_t n = p->values.size - f->first;
  if (gather_store(p, f)) return true;
  // Only a store's first argument can still be pending, and this store will not be gathered.
  if (n >= 1 && p->values.data[f->first].stores) {
    uint32_t size = p->values.size;
    p->values.size = f->first + 1;
    build_pending(p);
    p->values.size = size;
  }
  struct term few[8], *c = n <= 8 ? few : mem_alloc(n * sizeof *c), t = TERM_NONE;
  for (uint32_t i = 0; i < n; i++) c[i] = p->values.data[f->first + i].term;
  const char *message = apply_check(p->tm, &f->head, n, c);
  if (!message) t = apply_build(p->tm, &f->head, n, c);
  if (c != few) mem_free(c);
  if (message) return fail_at(p, f->start, message);
  p->values.size = f->first;
  push_value(p, t);
  return true;
}

// A value was finished: gives it to the frames that it completes. *done when none is left.
static bool deliver(struct parser *p, bool *done) {
  for (;;) {
    *done = p->frames.size == 0;
    struct frame *f = *done ? NULL : &p->frames.data[p->frames.size - 1];
    bool stays_pending = f && f->kind == FRAME_APPLY && f->head.code == TERM_STORE && p->values.size == f->first + 1;
    if (!stays_pending) build_pending(p);
    if (*done) return true;
    switch (f->kind) {
    case FRAME_APPLY:
      if (!take(p, ')')) return true;
      if (!close_application(p, f)) return false;
      break;
    case FRAME_LET:
      if (!expect_close(p)) return false;
      return next_binding(p, f);
    case FRAME_LET_BODY:
      if (!expect_close(p)) return false;
      drop_bindings(p, f->scope);
      break;
    case FRAME_NOTE:
      if (!skip_attributes(p)) return false;
      break;
    }
    p->frames.size--;
  }
}

static bool read_term(struct parser *p) {
  for (bool done = false; !done;) {
    skip_space(&p->at);
    const char *start = p->at;
    struct term t = TERM_NONE;
    if (take(p, '(')) {
      bool leaf;
      if (!open_frame(p, start, &leaf)) return false;
      if (!leaf) continue;
    } else {
      bool ok = *start == '#'                    ? read_bits(p, &t)
                : *start >= '0' && *start <= '9' ? read_numeral(p, &t)
                                                 : read_name(p, &t);
      if (!ok) return false;
      push_value(p, t);
    }
    if (!deliver(p, &done)) return false;
  }
  return true;
}

struct term term_parse(struct terms *tm, const char **at,
                       struct term (*lookup)(void *context, const char *name, size_t length), void *context,
                       const char **message) {
  struct parser p = {.tm = tm, .at = *at, .lookup = lookup, .context = context};
  bool ok = read_term(&p);
  struct term t = ok ? p.values.data[0].term : TERM_NONE;
  *at = p.at;
  if (!ok) *message = p.message;
  vec_parse_frame_release(&p.frames);
  vec_parsed_release(&p.values);
  vec_pending_release(&p.pending);
  vec_binding_release(&p.bindings);
  map_u32_release(&p.latest);
  return t;
}

struct sort sort_parse(struct terms *tm, const char **at, const char **message) {
  struct parser p = {.tm = tm, .at = *at};
  struct sort s = {0};
  bool ok = read_sort(&p, 0, &s);
  *at = p.at;
  if (!ok) *message = p.message;
  return ok ? s : (struct sort){0};
}
