// Writing and reading recordings of queries.
#include "base/file/output.h"
#include "solve/recording.h"
#include "term/text/apply.h"
#include "term/walk.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char header[] = "clew queries 1";

// --- writing ------------------------------------------------------------------------------

// A run that asks for hours must not fill the disk; what comes after is not recorded.
enum { MAX_BYTES = 20 << 20, BUFFER_BYTES = 1 << 16 };

struct record {
  struct terms *tm;
  FILE *file;
  struct text out;               // whole lines not yet written
  size_t bytes;                  // written
  bool full;
  struct map_u32 sorts;          // → their ids in the file
  struct term_memo terms;        // the same
  struct map_u32 lists;          // id of a list and of a term (see list_key) → the list with the term added
  uint32_t n_lists;
};

static void flush(struct record *r) {
  r->bytes += r->out.size;
  fwrite(text_cstr(&r->out), 1, r->out.size, r->file);
  fflush(r->file);
  text_clear(&r->out);
}

struct record *record_open(struct terms *tm, const char *file) {
  FILE *f = output_may_write(file) ? fopen(file, "w") : NULL;
  if (!f) return NULL;
  struct record *r = mem_zalloc(1, sizeof *r);
  r->tm = tm;
  r->file = f;
  text_printf(&r->out, "%s\n", header);
  return r;
}

void record_close(struct record *r) {
  if (!r) return;
  flush(r);
  fclose(r->file);
  text_release(&r->out);
  map_u32_release(&r->sorts);
  term_memo_release(&r->terms);
  map_u32_release(&r->lists);
  mem_free(r);
}

static uint32_t write_sort(struct record *r, struct sort s) {
  uint32_t *known = map_u32_find(&r->sorts, s.id);
  if (known) return *known;
  uint32_t id = r->sorts.size + 1;
  map_u32_put(&r->sorts, s.id, id);
  text_printf(&r->out, "s %u ", id);
  sort_print_smt(r->tm, s, &r->out);
  text_addc(&r->out, '\n');
  return id;
}

static void write_name(struct text *out, const char *name) {
  for (; *name; name++) {
    unsigned char c = (unsigned char)*name;
    if (c > ' ' && c < 0x7f && c != '%') text_addc(out, (char)c);
    else text_printf(out, "%%%02x", c);
  }
}

static void write_value(struct record *r, struct term t) {
  mpz_t value;
  mpz_init(value);
  term_value(r->tm, t, value);
  char *digits = mpz_get_str(NULL, 16, value);
  text_printf(&r->out, " %s", digits);
  void (*release)(void *, size_t);
  mp_get_memory_functions(NULL, NULL, &release);
  release(digits, strlen(digits) + 1);
  mpz_clear(value);
}

static const char *kind_word(enum term_kind kind) {
  if (term_class(kind) == CLASS_NUMBER) return "value";
  switch (kind) {
  case TERM_VAR: return "var";
  case TERM_COPY: return "clew.copy"; // the names of apply.c
  case TERM_FP_TO_BITS: return "clew.fp_to_bits";
  default: return term_kind_name(kind);
  }
}

static uint32_t id_of(const struct record *r, struct term t) { return (uint32_t)term_memo_get(&r->terms, t); }

// The children have their lines.
static uint64_t write_line(struct record *r, struct term t) {
  enum term_kind kind = term_kind(r->tm, t);
  uint32_t sort = write_sort(r, term_sort(r->tm, t)), id = r->terms.done.size + 1;
  text_printf(&r->out, "t %u %s %u", id, kind_word(kind), sort);
  if (term_class(kind) == CLASS_NUMBER) write_value(r, t);
  if (kind == TERM_VAR) {
    text_addc(&r->out, ' ');
    write_name(&r->out, term_var_name(r->tm, t));
  }
  uint32_t numbers = kind == TERM_BV_EXTRACT ? 2 : kind == TERM_BV_ZEXT || kind == TERM_BV_SEXT;
  for (uint32_t i = 0; i < numbers; i++) text_printf(&r->out, " %u", term_param(r->tm, t, i));
  for (uint32_t i = 0; i < term_arity(r->tm, t); i++) text_printf(&r->out, " %u", id_of(r, term_child(r->tm, t, i)));
  text_addc(&r->out, '\n');
  return id;
}

static uint64_t visit_term(void *context, struct term t) {
  struct record *r = context;
  bool ready = true;
  for (uint32_t i = term_arity(r->tm, t); i-- > 0;) // the first child first
    ready = term_memo_want(&r->terms, term_child(r->tm, t, i)) && ready;
  return ready ? write_line(r, t) : 0;
}

static void write_term(struct record *r, struct term t) { term_memo_apply(&r->terms, t, visit_term, r); }

static uint64_t list_key(uint32_t list, uint32_t term) { return (uint64_t)list << 32 | term; }

// The list of the conjuncts: what is known of it is found step by step, the rest is written.
static uint32_t write_list(struct record *r, uint32_t n, const struct term *conjuncts) {
  uint32_t list = 0, known = 0, *next;
  while (known < n && (next = map_u32_find(&r->lists, list_key(list, conjuncts[known].id)))) list = *next, known++;
  if (known == n) return list;
  for (uint32_t i = known; i < n; i++) write_term(r, conjuncts[i]);
  text_printf(&r->out, "l %u %u", r->n_lists + 1, list);
  for (uint32_t i = known; i < n; i++) {
    text_printf(&r->out, " %u", id_of(r, conjuncts[i]));
    map_u32_put(&r->lists, list_key(list, conjuncts[i].id), ++r->n_lists);
    list = r->n_lists;
  }
  text_addc(&r->out, '\n');
  return list;
}

static bool has_room(struct record *r) {
  if (r->full) return false;
  if (r->bytes + r->out.size < MAX_BYTES) return true;
  r->full = true;
  text_printf(&r->out, "# nothing is recorded beyond %d MiB\n", MAX_BYTES >> 20);
  flush(r);
  return false;
}

void record_path(struct record *r, uint32_t n, const struct term *conjuncts, struct term condition) {
  if (!has_room(r)) return;
  uint32_t list = write_list(r, n, conjuncts);
  write_term(r, condition);
  text_printf(&r->out, "p %u %u\n", list, id_of(r, condition));
  if (r->out.size > BUFFER_BYTES) flush(r);
}

void record_backend(struct record *r, uint32_t n, const struct term *conjuncts) {
  if (!has_room(r)) return;
  uint32_t list = write_list(r, n, conjuncts);
  text_printf(&r->out, "b %u\n", list);
  flush(r); // the query may be the last thing that happens
}

// --- reading ------------------------------------------------------------------------------

struct reader {
  struct terms *tm;
  struct recording *recording;
  struct error *error;
  const char *file;
  uint32_t line;
  const char *at;                 // in the line
  struct vec_u32 sorts;           // by id in the file; [0] is none
  struct vec_term terms;
  struct vec_term children;       // scratch
  struct map_u32 names;           // hash of a name → its variable
};

static bool wrong(struct reader *r, const char *what) {
  error_set(r->error, EXIT_DATA, "%s:%u: %s", r->file, r->line, what);
  return false;
}

static void skip_spaces(struct reader *r) {
  while (*r->at == ' ') r->at++;
}

static bool at_end(struct reader *r) {
  skip_spaces(r);
  return !*r->at;
}

static bool read_number(struct reader *r, uint32_t *out) {
  skip_spaces(r);
  uint64_t value = 0;
  if (!isdigit((unsigned char)*r->at)) return wrong(r, "expected a number");
  for (; isdigit((unsigned char)*r->at); r->at++) {
    value = 10 * value + (uint64_t)(*r->at - '0');
    if (value > UINT32_MAX) return wrong(r, "a number that is too large");
  }
  if (*r->at && *r->at != ' ') return wrong(r, "expected a number");
  *out = (uint32_t)value;
  return true;
}

static bool read_term_id(struct reader *r, struct term *out) {
  uint32_t id;
  if (!read_number(r, &id)) return false;
  if (!id || id >= r->terms.size) return wrong(r, "a term that has not been given");
  *out = r->terms.data[id];
  return true;
}

static bool read_formula(struct reader *r, struct term *out) {
  if (!read_term_id(r, out)) return false;
  return sort_kind(r->tm, term_sort(r->tm, *out)) == SORT_BOOL || wrong(r, "expected a Bool");
}

static bool read_sort_line(struct reader *r) {
  uint32_t id;
  if (!read_number(r, &id)) return false;
  if (id != r->sorts.size) return wrong(r, "sorts are not numbered in their order");
  skip_spaces(r);
  const char *message = NULL;
  struct sort s = sort_parse(r->tm, &r->at, &message);
  if (!s.id) return wrong(r, message ? message : "expected a sort");
  vec_u32_push(&r->sorts, s.id);
  return at_end(r) || wrong(r, "text after the sort");
}

static int hex_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

static bool read_value(struct reader *r, struct sort s, struct term *out) {
  enum sort_kind kind = sort_kind(r->tm, s);
  if (kind != SORT_BV && kind != SORT_FLOAT && kind != SORT_INT) return wrong(r, "a value of a sort that has none");
  skip_spaces(r);
  const char *digits = r->at;
  if (*r->at == '-' && kind == SORT_INT) r->at++;
  size_t length = 0;
  while (hex_digit(*r->at) >= 0) r->at++, length++;
  if (!length || !at_end(r)) return wrong(r, "expected a hexadecimal number");
  mpz_t value;
  mpz_init(value);
  bool good = mpz_set_str(value, digits, 16) == 0 &&
              (kind == SORT_INT || mpz_sizeinbase(value, 2) <= sort_width(r->tm, s));
  if (good)
    *out = kind == SORT_BV    ? term_bv_big(r->tm, sort_width(r->tm, s), value)
           : kind == SORT_INT ? term_int(r->tm, value)
                              : term_float_bits(r->tm, s, value);
  mpz_clear(value);
  return good || wrong(r, "a value that does not fit its sort");
}

// Takes the rest of the line; the name is owned by `out`.
static bool read_name(struct reader *r, struct text *out) {
  skip_spaces(r);
  for (; *r->at && *r->at != ' '; r->at++) {
    if (*r->at != '%') {
      text_addc(out, *r->at);
      continue;
    }
    int high = hex_digit(r->at[1]), low = high < 0 ? -1 : hex_digit(r->at[2]);
    if (low < 0 || !(high | low)) return wrong(r, "expected two hexadecimal digits after %");
    text_addc(out, (char)(high << 4 | low));
    r->at += 2;
  }
  if (!out->size) return wrong(r, "expected a name");
  return at_end(r) || wrong(r, "text after the name");
}

static bool read_var(struct reader *r, struct sort s, struct term *out) {
  struct text name = {0};
  bool good = read_name(r, &name);
  if (good) {
    // The table takes a name for one sort only.
    uint64_t key = 0;
    for (size_t i = 0; i < name.size; i++) key = hash_mix(key, (unsigned char)name.data[i]);
    key &= UINT64_MAX >> 1;
    uint32_t *other;
    while ((other = map_u32_find(&r->names, key)) &&
           strcmp(term_var_name(r->tm, (struct term){*other}), name.data) != 0)
      key = (key + 1) & (UINT64_MAX >> 1);
    if (other) {
      good = wrong(r, "a variable that was given before");
    } else {
      *out = term_var(r->tm, s, name.data);
      map_u32_put(&r->names, key, out->id);
    }
  }
  text_release(&name);
  return good;
}

static bool read_children(struct reader *r) {
  vec_term_clear(&r->children);
  while (!at_end(r)) {
    struct term child;
    if (!read_term_id(r, &child)) return false;
    vec_term_push(&r->children, child);
  }
  return true;
}

static bool is_stores(struct reader *r) {
  const struct vec_term *c = &r->children;
  if (c->size < 3 || c->size % 2 == 0) return false;
  struct sort s = term_sort(r->tm, c->data[0]);
  if (sort_kind(r->tm, s) != SORT_ARRAY) return false;
  for (uint32_t i = 1; i < c->size; i += 2)
    if (term_sort(r->tm, c->data[i]).id != sort_index(r->tm, s).id ||
        term_sort(r->tm, c->data[i + 1]).id != sort_element(r->tm, s).id)
      return false;
  return true;
}

// The operator of that name. The sort of the line stands for the numbers of those that tell their result by them.
static const char *find_operator(struct reader *r, const char *name, size_t length, struct sort s, uint32_t n,
                                 const uint32_t *numbers, struct apply_head *head) {
  if (n) return apply_find_indexed(r->tm, name, length, n, numbers, head);
  if (length == 5 && !memcmp(name, "const", 5)) {
    if (sort_kind(r->tm, s) != SORT_ARRAY) return "expected the sort of an array";
    apply_array_const(s, head);
    return NULL;
  }
  if (apply_find(name, length, head)) return NULL;
  if (sort_kind(r->tm, s) == SORT_FLOAT) {
    uint32_t format[] = {sort_exponent(r->tm, s), sort_significand(r->tm, s)};
    return apply_find_indexed(r->tm, name, length, 2, format, head);
  }
  if (sort_kind(r->tm, s) != SORT_BV) return "an unknown operator";
  uint32_t width = sort_width(r->tm, s);
  return apply_find_indexed(r->tm, name, length, 1, &width, head);
}

static bool is_word(const char *name, size_t length, const char *word) {
  return strlen(word) == length && !memcmp(name, word, length);
}

static bool read_application(struct reader *r, const char *name, size_t length, struct sort s, struct term *out) {
  uint32_t numbers[2], n = is_word(name, length, "extract")
                               ? 2
                               : is_word(name, length, "zero_extend") || is_word(name, length, "sign_extend");
  for (uint32_t i = 0; i < n; i++)
    if (!read_number(r, &numbers[i])) return false;
  if (!read_children(r)) return false;
  if (is_word(name, length, "stores")) {
    if (!is_stores(r)) return wrong(r, "expected an array and pairs of an index and a value");
    *out = term_make(r->tm, TERM_STORES, s, 0, 0, r->children.size, r->children.data);
    return true;
  }
  struct apply_head head;
  const char *message = find_operator(r, name, length, s, n, numbers, &head);
  if (!message) message = apply_check(r->tm, &head, r->children.size, r->children.data);
  if (message) return wrong(r, message);
  *out = apply_build(r->tm, &head, r->children.size, r->children.data);
  return true;
}

static bool read_term_line(struct reader *r) {
  uint32_t id, sort_id;
  if (!read_number(r, &id)) return false;
  if (id != r->terms.size) return wrong(r, "terms are not numbered in their order");
  skip_spaces(r);
  const char *name = r->at;
  while (*r->at && *r->at != ' ') r->at++;
  size_t length = (size_t)(r->at - name);
  if (!read_number(r, &sort_id)) return false;
  if (!sort_id || sort_id >= r->sorts.size) return wrong(r, "a sort that has not been given");
  struct sort s = {r->sorts.data[sort_id]};
  struct term t = TERM_NONE;
  bool good;
  if (is_word(name, length, "value")) good = read_value(r, s, &t);
  else if (is_word(name, length, "var")) good = read_var(r, s, &t);
  else if (is_word(name, length, "true") || is_word(name, length, "false"))
    good = at_end(r) || wrong(r, "text after the constant"), t = term_bool(r->tm, *name == 't');
  else good = read_application(r, name, length, s, &t);
  if (!good) return false;
  if (term_sort(r->tm, t).id != s.id) return wrong(r, "the term has another sort than the line says");
  vec_term_push(&r->terms, t);
  return true;
}

static bool read_list_id(struct reader *r, uint32_t *out) {
  if (!read_number(r, out)) return false;
  return *out < r->recording->lists.size || wrong(r, "a list that has not been given");
}

static bool read_list_line(struct reader *r) {
  struct vec_recorded_list *lists = &r->recording->lists;
  uint32_t id, rest;
  if (!read_number(r, &id)) return false;
  if (id != lists->size) return wrong(r, "lists are not numbered in their order");
  if (!read_list_id(r, &rest)) return false;
  if (at_end(r)) return wrong(r, "expected a term");
  while (!at_end(r)) {
    struct term t;
    if (!read_formula(r, &t)) return false;
    vec_recorded_list_push(lists, (struct recorded_list){t, rest, lists->data[rest].size + 1});
    rest = lists->size - 1;
  }
  return true;
}

static bool read_query_line(struct reader *r, bool is_path) {
  struct recorded_query q = {0};
  if (!read_list_id(r, &q.list)) return false;
  if (is_path && !read_formula(r, &q.condition)) return false;
  vec_recorded_query_push(&r->recording->queries, q);
  return at_end(r) || wrong(r, "text after the query");
}

static bool read_line(struct reader *r, char *line, size_t length) {
  if (!length || line[length - 1] != '\n') return wrong(r, "the line does not end");
  line[--length] = 0;
  if (strlen(line) != length) return wrong(r, "a byte 0");
  r->at = line;
  if (r->line == 1) return !strcmp(line, header) || wrong(r, "not a recording of queries of version 1");
  if (*line == '#') return true;
  if (!*line || line[1] != ' ') return wrong(r, "expected a line that starts with s, t, l, p, b or #");
  r->at = line + 2;
  switch (*line) {
  case 's': return read_sort_line(r);
  case 't': return read_term_line(r);
  case 'l': return read_list_line(r);
  case 'p': return read_query_line(r, true);
  case 'b': return read_query_line(r, false);
  default: return wrong(r, "expected a line that starts with s, t, l, p, b or #");
  }
}

bool recording_read(struct recording *recording, struct terms *tm, const char *file, struct error *error) {
  *recording = (struct recording){0};
  FILE *f = fopen(file, "r");
  if (!f) {
    error_set(error, EXIT_DATA, "%s: cannot be read", file);
    return false;
  }
  struct reader r = {.tm = tm, .recording = recording, .error = error, .file = file};
  vec_u32_push(&r.sorts, 0);
  vec_term_push(&r.terms, TERM_NONE);
  vec_recorded_list_push(&recording->lists, (struct recorded_list){0});
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  bool good = true;
  while (good && (length = getline(&line, &capacity, f)) >= 0) {
    r.line++;
    good = read_line(&r, line, (size_t)length);
  }
  if (good && !r.line) good = wrong(&r, "the file is empty");
  free(line);
  fclose(f);
  vec_u32_release(&r.sorts);
  vec_term_release(&r.terms);
  vec_term_release(&r.children);
  map_u32_release(&r.names);
  if (!good) recording_release(recording);
  return good;
}

void recording_release(struct recording *recording) {
  vec_recorded_query_release(&recording->queries);
  vec_recorded_list_release(&recording->lists);
}

void recording_conjuncts(const struct recording *recording, const struct recorded_query *q, struct vec_term *out) {
  uint32_t list = q->list;
  vec_term_resize(out, recording->lists.data[list].size);
  for (uint32_t i = out->size; i-- > 0; list = recording->lists.data[list].rest)
    out->data[i] = recording->lists.data[list].last;
}
