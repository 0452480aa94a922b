// Failing scripts made small.
//
// Every step is a guess that is kept only if the script still fails in the same way, in new solvers and a process of
// its own: leave out operations and assumptions, turn assumptions into assertions, put a constant, a part or a variable
// in the place of a term, make bit-vectors and floats narrower. Each step lowers a cost, so it ends.
#include "queries.h"
#include "base/memory/map.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// --- rebuilding ------------------------------------------------------------------------------------------

static int by_id(const void *x, const void *y) {
  uint32_t a = ((const struct term *)x)->id, b = ((const struct term *)y)->id;
  return a < b ? -1 : a > b;
}

static void collect(struct terms *tm, struct term t, struct map_u32 *seen, struct vec_term *nodes) {
  if (map_u32_find(seen, t.id)) return;
  map_u32_put(seen, t.id, 1);
  vec_term_push(nodes, t);
  for (uint32_t i = nodes->size - 1; i < nodes->size; i++) {
    struct term at = nodes->data[i];
    for (uint32_t k = 0; k < term_arity(tm, at); k++) {
      struct term child = term_child(tm, at, k);
      if (map_u32_find(seen, child.id)) continue;
      map_u32_put(seen, child.id, 1);
      vec_term_push(nodes, child);
    }
  }
}

void script_nodes_list(struct terms *tm, const struct script *s, struct vec_term *nodes) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < s->ops.size; i++)
    for (uint32_t k = 0; k < s->ops.data[i].terms.size; k++) collect(tm, s->ops.data[i].terms.data[k], &seen, nodes);
  map_u32_release(&seen);
  if (nodes->size) qsort(nodes->data, nodes->size, sizeof *nodes->data, by_id);
}

uint32_t script_nodes(struct terms *tm, const struct script *s) {
  struct vec_term nodes = {0};
  script_nodes_list(tm, s, &nodes);
  uint32_t n = nodes.size;
  vec_term_release(&nodes);
  return n;
}

struct term term_again(struct terms *tm, struct term t, enum term_kind kind, uint32_t n, const struct term *children) {
  bool two = kind == TERM_BV_EXTRACT, one = two || kind == TERM_BV_ZEXT || kind == TERM_BV_SEXT;
  return term_make(tm, kind, term_sort(tm, t), one ? term_param(tm, t, 0) : 0, two ? term_param(tm, t, 1) : 0, n,
                   children);
}

struct term term_rebuild(struct terms *tm, const struct rebuild *how, struct term t) {
  struct map_u32 seen = {0}, made = {0};
  struct vec_term nodes = {0}, children = {0};
  struct term result = TERM_NONE;
  collect(tm, t, &seen, &nodes);
  qsort(nodes.data, nodes.size, sizeof *nodes.data, by_id);
  for (uint32_t i = 0; i < nodes.size; i++) {
    struct term at = nodes.data[i];
    uint32_t n = term_arity(tm, at);
    vec_term_clear(&children);
    for (uint32_t k = 0; k < n; k++)
      vec_term_push(&children, (struct term){*map_u32_find(&made, term_child(tm, at, k).id)});
    result = n ? how->apply(how->context, tm, at, n, children.data) : how->leaf ? how->leaf(how->context, tm, at) : at;
    if (term_none(result)) break;
    map_u32_put(&made, at.id, result.id);
  }
  map_u32_release(&seen);
  map_u32_release(&made);
  vec_term_release(&nodes);
  vec_term_release(&children);
  return result;
}

// --- trying ----------------------------------------------------------------------------------------------

enum failure script_try(struct terms *tm, const struct setup *setup, const struct script *s, struct witnesses *w) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) return FAIL_NONE;
  if (child == 0) {
    // What a failing assertion says is known already.
    if (!freopen("/dev/null", "w", stderr)) _exit(FAIL_NONE);
    alarm(10 + (unsigned)(setup->query_seconds * 6));
    struct tally tallies[MAX_SUBJECTS] = {0};
    uint64_t checks = 0;
    struct bench *b = bench_new(tm, setup);
    struct outcome o = bench_run(b, s, w, tallies, &checks);
    _exit((int)o.failure);
  }
  int status;
  if (waitpid(child, &status, 0) != child) return FAIL_NONE;
  if (!WIFEXITED(status) || WEXITSTATUS(status) >= FAIL_KINDS) return FAIL_CRASH;
  return (enum failure)WEXITSTATUS(status);
}

struct shrinker {
  struct terms *tm;
  const struct setup *setup;
  struct script *s;
  struct witnesses *w;
  enum failure failure;
  double deadline;
  uint64_t cost;
};

static uint64_t script_cost(struct terms *tm, const struct script *s) {
  struct vec_term nodes = {0};
  uint64_t cost = 0;
  script_nodes_list(tm, s, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++) {
    struct term t = nodes.data[i];
    struct sort sort = term_sort(tm, t);
    enum sort_kind kind = sort_kind(tm, sort);
    bool zero = !term_arity(tm, t) && term_is_const(tm, t) && term_same(t, term_zero(tm, sort));
    cost += (zero ? 1 : term_is_const(tm, t) ? 2 : term_kind(tm, t) == TERM_VAR ? 3 : 6) << 12;
    cost += kind == SORT_BV || kind == SORT_FLOAT ? sort_width(tm, sort)
            : kind == SORT_ARRAY                  ? sort_width(tm, sort_index(tm, sort)) + 64
                                                  : 0;
  }
  for (uint32_t i = 0; i < s->ops.size; i++)
    cost += (8 + s->ops.data[i].terms.size + (s->ops.data[i].kind == OP_CHECK ? s->ops.data[i].terms.size : 0)) << 12;
  vec_term_release(&nodes);
  return cost;
}

static bool out_of_time(const struct shrinker *h) { return clock_now() > h->deadline; }

// Takes over `candidate`: it becomes the script if it is cheaper and fails, otherwise it is freed.
static bool attempt(struct shrinker *h, struct script *candidate) {
  uint64_t cost = script_cost(h->tm, candidate);
  bool better = cost < h->cost && !out_of_time(h) && script_try(h->tm, h->setup, candidate, h->w) == h->failure;
  if (better) {
    script_release(h->s);
    *h->s = *candidate;
    h->cost = cost;
  } else {
    script_release(candidate);
  }
  *candidate = (struct script){0};
  return better;
}

// --- operations ------------------------------------------------------------------------------------------

static bool drop_operations(struct shrinker *h) {
  bool any = false;
  for (uint32_t chunk = h->s->ops.size; chunk; chunk /= 2) {
    for (uint32_t from = 0; from < h->s->ops.size && !out_of_time(h);) {
      struct script c = {0};
      for (uint32_t i = 0; i < h->s->ops.size; i++) {
        struct op *op = &h->s->ops.data[i];
        if (i < from || i >= from + chunk) script_add(&c, op->kind, op->terms.size, op->terms.data);
      }
      if (attempt(h, &c)) any = true;
      else from += chunk;
    }
  }
  return any;
}

static bool drop_assumptions(struct shrinker *h) {
  bool any = false;
  for (uint32_t i = 0; i < h->s->ops.size; i++) {
    for (uint32_t k = 0; h->s->ops.data[i].kind == OP_CHECK && k < h->s->ops.data[i].terms.size && !out_of_time(h);) {
      struct script c = {0};
      script_append(&c, h->s);
      struct vec_term *terms = &c.ops.data[i].terms;
      for (uint32_t j = k; j + 1 < terms->size; j++) terms->data[j] = terms->data[j + 1];
      terms->size--;
      if (attempt(h, &c)) any = true;
      else k++;
    }
  }
  return any;
}

// A last check with assumptions becomes assertions and a check, which any solver's command line can read. Not a saving:
// done once.
static void assert_assumptions(struct shrinker *h) {
  struct script c = {0};
  uint32_t n = h->s->ops.size;
  if (!n || h->s->ops.data[n - 1].kind != OP_CHECK) return;
  for (uint32_t i = 0; i + 1 < n; i++)
    script_add(&c, h->s->ops.data[i].kind, h->s->ops.data[i].terms.size, h->s->ops.data[i].terms.data);
  for (uint32_t k = 0; k < h->s->ops.data[n - 1].terms.size; k++)
    script_add(&c, OP_ASSERT, 1, &h->s->ops.data[n - 1].terms.data[k]);
  script_add(&c, OP_CHECK, 0, NULL);
  h->cost = UINT64_MAX;
  if (!attempt(h, &c)) h->cost = script_cost(h->tm, h->s);
}

// --- terms -----------------------------------------------------------------------------------------------

static bool replace(struct shrinker *h, struct term from, struct term to) {
  if (term_same(from, to)) return false;
  struct script c = {0};
  script_append(&c, h->s);
  for (uint32_t i = 0; i < c.ops.size; i++)
    for (uint32_t k = 0; k < c.ops.data[i].terms.size; k++)
      c.ops.data[i].terms.data[k] = term_substitute(h->tm, c.ops.data[i].terms.data[k], 1, &from, &to);
  return attempt(h, &c);
}

static struct term one_of_sort(struct terms *tm, struct sort s) {
  enum sort_kind kind = sort_kind(tm, s);
  if (kind == SORT_BOOL) return term_true(tm);
  if (kind == SORT_BV) return term_bv(tm, sort_width(tm, s), 1);
  if (kind == SORT_FLOAT) return term_fp_from_int(tm, s, term_rne(tm), term_bv(tm, 2, 1), false);
  return term_zero(tm, s);
}

// Something simpler in the place of t: a constant, a variable, a part of it of the same sort.
static bool simplify_node(struct shrinker *h, struct term t, const struct vec_term *nodes) {
  struct terms *tm = h->tm;
  struct sort s = term_sort(tm, t);
  if (term_is_const(tm, t)) return replace(h, t, term_zero(tm, s)) || replace(h, t, one_of_sort(tm, s));
  if (replace(h, t, term_zero(tm, s)) || replace(h, t, one_of_sort(tm, s))) return true;
  bool is_var = term_kind(tm, t) == TERM_VAR;
  for (uint32_t i = 0; i < nodes->size; i++) {
    struct term other = nodes->data[i];
    if (term_kind(tm, other) != TERM_VAR || term_sort(tm, other).id != s.id || (is_var && other.id >= t.id)) continue;
    if (replace(h, t, other)) return true;
  }
  if (is_var) return false;
  for (uint32_t i = 0; i < term_arity(tm, t); i++) {
    struct term child = term_child(tm, t, i);
    if (term_sort(tm, child).id == s.id && replace(h, t, child)) return true;
    for (uint32_t k = 0; k < term_arity(tm, child) && k < 8; k++)
      if (term_sort(tm, term_child(tm, child, k)).id == s.id && replace(h, t, term_child(tm, child, k))) return true;
  }
  return replace(h, t, term_fresh(tm, s, "v"));
}

static bool simplify_terms(struct shrinker *h) {
  bool any = false;
  struct vec_term nodes = {0};
  struct map_u32 tried = {0};
  for (bool again = true; again && !out_of_time(h);) {
    again = false;
    vec_term_clear(&nodes);
    script_nodes_list(h->tm, h->s, &nodes);
    for (uint32_t i = nodes.size; i-- && !again && !out_of_time(h);) {
      if (map_u32_find(&tried, nodes.data[i].id)) continue;
      map_u32_put(&tried, nodes.data[i].id, 1);
      again = simplify_node(h, nodes.data[i], &nodes);
    }
    any |= again;
  }
  map_u32_release(&tried);
  vec_term_release(&nodes);
  return any;
}

// --- widths ----------------------------------------------------------------------------------------------

// Sort `from` becomes sort `to`, also inside arrays.
struct narrowing {
  struct sort from, to;
};

static struct sort narrow_sort(const struct narrowing *n, struct terms *tm, struct sort s) {
  if (s.id == n->from.id) return n->to;
  if (sort_kind(tm, s) != SORT_ARRAY) return s;
  return sort_array(tm, narrow_sort(n, tm, sort_index(tm, s)), narrow_sort(n, tm, sort_element(tm, s)));
}

static struct term narrow_leaf(void *context, struct terms *tm, struct term t) {
  const struct narrowing *n = context;
  struct sort s = term_sort(tm, t), to = narrow_sort(n, tm, s);
  if (s.id == to.id) return t;
  if (term_kind(tm, t) == TERM_VAR) {
    char name[120];
    snprintf(name, sizeof name, "%.80s.%u", term_var_name(tm, t), to.id);
    return term_var(tm, to, name);
  }
  if (sort_kind(tm, s) == SORT_FLOAT) return term_fp_convert(tm, to, term_rne(tm), t);
  mpz_t value;
  mpz_init(value);
  term_value(tm, t, value);
  struct term small = term_bv_big(tm, sort_width(tm, to), value);
  mpz_clear(value);
  return small;
}

// Where widths are tied to each other the term cannot simply be made narrower.
static struct term narrow_apply(void *context, struct terms *tm, struct term t, uint32_t n,
                                const struct term *children) {
  const struct narrowing *how = context;
  struct sort s = term_sort(tm, t), to = narrow_sort(how, tm, s);
  bool touched = to.id != s.id;
  for (uint32_t i = 0; i < n; i++) touched |= term_sort(tm, children[i]).id != term_sort(tm, term_child(tm, t, i)).id;
  switch (term_kind(tm, t)) {
  case TERM_BV_EXTRACT:
    if (!touched) break;
    if (to.id != s.id || term_param(tm, t, 0) >= term_width(tm, children[0])) return TERM_NONE;
    break;
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT:
    if (!touched) break;
    if (term_width(tm, children[0]) >= sort_width(tm, to)) return TERM_NONE;
    return term_kind(tm, t) == TERM_BV_ZEXT ? term_zext(tm, children[0], sort_width(tm, to))
                                            : term_sext(tm, children[0], sort_width(tm, to));
  case TERM_BV_CONCAT:
  case TERM_FP_FROM_BITS:
  case TERM_FP_TO_BITS:
  case TERM_STORES:
    if (touched) return TERM_NONE;
    break;
  default:
    // A rounding mode, the only bit-vector that comes first in an operation on floats, keeps its three bits.
    if (term_kind(tm, t) >= TERM_FP_ADD && term_kind(tm, t) <= TERM_FP_TO_UBV &&
        sort_kind(tm, term_sort(tm, children[0])) == SORT_BV && term_width(tm, children[0]) != 3)
      return TERM_NONE;
  }
  bool two = term_kind(tm, t) == TERM_BV_EXTRACT,
       one = two || term_kind(tm, t) == TERM_BV_ZEXT || term_kind(tm, t) == TERM_BV_SEXT;
  return term_make(tm, term_kind(tm, t), to, one ? term_param(tm, t, 0) : 0, two ? term_param(tm, t, 1) : 0, n,
                   children);
}

static bool narrow(struct shrinker *h, struct sort from, struct sort to) {
  struct narrowing n = {from, to};
  struct rebuild how = {narrow_leaf, narrow_apply, &n};
  struct script c = {0};
  bool ok = true;
  script_append(&c, h->s);
  for (uint32_t i = 0; i < c.ops.size && ok; i++) {
    for (uint32_t k = 0; k < c.ops.data[i].terms.size && ok; k++) {
      struct term t = term_rebuild(h->tm, &how, c.ops.data[i].terms.data[k]);
      ok = !term_none(t);
      c.ops.data[i].terms.data[k] = t;
    }
  }
  if (ok) return attempt(h, &c);
  script_release(&c);
  return false;
}

static bool narrow_sorts(struct shrinker *h) {
  static const uint32_t widths[] = {1, 2, 3, 4, 8, 16, 32, 64, 65};
  static const uint32_t formats[][2] = {{2, 3}, {3, 3}, {3, 4}, {5, 11}, {8, 24}};
  struct terms *tm = h->tm;
  struct vec_term nodes = {0};
  struct map_u32 tried = {0};
  bool any = false;
  script_nodes_list(tm, h->s, &nodes);
  for (uint32_t i = 0; i < nodes.size && !any && !out_of_time(h); i++) {
    struct sort s = term_sort(tm, nodes.data[i]);
    enum sort_kind kind = sort_kind(tm, s);
    if (map_u32_find(&tried, s.id)) continue;
    map_u32_put(&tried, s.id, 1);
    for (uint32_t k = 0; kind == SORT_BV && k < sizeof widths / sizeof *widths && widths[k] < sort_width(tm, s) && !any;
         k++)
      any = narrow(h, s, sort_bv(tm, widths[k]));
    for (uint32_t k = 0; kind == SORT_FLOAT && k < sizeof formats / sizeof *formats &&
                         formats[k][0] + formats[k][1] < sort_width(tm, s) && !any;
         k++)
      any = narrow(h, s, sort_float(tm, formats[k][0], formats[k][1]));
  }
  map_u32_release(&tried);
  vec_term_release(&nodes);
  return any;
}

void script_shrink(struct terms *tm, const struct setup *setup, struct script *s, struct witnesses *w,
                   enum failure failure, double seconds) {
  struct shrinker h = {.tm = tm, .setup = setup, .s = s, .w = w, .failure = failure, .deadline = clock_now() + seconds};
  h.cost = script_cost(tm, s);
  drop_operations(&h);
  drop_assumptions(&h);
  assert_assumptions(&h);
  for (bool again = true; again && !out_of_time(&h);) {
    again = simplify_terms(&h);
    again |= drop_operations(&h);
    again |= drop_assumptions(&h);
    again |= narrow_sorts(&h);
  }
}
