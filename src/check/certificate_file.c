// See certificate_file.h.
#include "check/certificate_file.h"
#include "term/quantified.h"
#include "term/text/symbol.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

void certificate_header_release(struct certificate_header *header) {
  mem_free(header->entry);
  *header = (struct certificate_header){0};
}

bool certificate_is_empty(const struct certificate *certificate) {
  switch (certificate->kind) {
  case CERTIFICATE_GRAPH: return node_same(certificate->graph.root, NODE_OPEN);
  case CERTIFICATE_ANNOTATION: return false; // without cut points it speaks of a program without loops
  default: return true;
  }
}

uint64_t certificate_program(struct cfa *cfa) {
  struct text text = {0};
  cfa_print(cfa, &text);
  uint64_t hash = 0;
  for (const char *at = text_cstr(&text); *at;) {
    size_t n = strcspn(at, "\n");
    if (strncmp(at, "cfa ", 4) && strncmp(at, "file ", 5)) hash = hash_mix(hash, hash_bytes(at, n));
    at += n + (at[n] == '\n');
  }
  text_release(&text);
  return hash;
}

// --- places --------------------------------------------------------------------------------
// A location goes by its function and its number in it, an edge by its location and its number there: so `clew cfa`
// shows them.

struct places {
  uint32_t *number;       // by location: among those of its function
  uint32_t *first;        // by function: where its locations begin in `locations`; one more at the end
  struct location *locations;
};

static void places_init(struct places *p, const struct cfa *cfa) {
  uint32_t n = cfa->locations.size, functions = cfa->functions.size;
  p->number = mem_zalloc(n + 1, sizeof *p->number);
  p->first = mem_zalloc(functions + 2, sizeof *p->first);
  p->locations = mem_zalloc(n + 1, sizeof *p->locations);
  for (uint32_t i = 0; i < n; i++) p->number[i] = p->first[cfa->locations.data[i].function + 1]++;
  for (uint32_t f = 0; f < functions; f++) p->first[f + 1] += p->first[f];
  for (uint32_t i = 0; i < n; i++)
    p->locations[p->first[cfa->locations.data[i].function] + p->number[i]] = (struct location){i};
}

static void places_release(struct places *p) {
  mem_free(p->number);
  mem_free(p->first);
  mem_free(p->locations);
}

static void write_place(const struct cfa *cfa, const struct places *p, struct location location, struct text *out) {
  text_add(out, "location ");
  symbol_print(cfa->functions.data[cfa_location(cfa, location)->function].name, out);
  text_printf(out, " %u", p->number[location.id]);
}

// `likely` is where to look first.
static uint32_t edge_number(const struct cfa *cfa, struct location location, struct edge edge, uint32_t likely) {
  const struct vec_edge *edges = &cfa_location(cfa, location)->out;
  uint32_t i = 0;
  if (likely < edges->size && edge_same(edges->data[likely], edge)) return likely;
  while (i < edges->size && !edge_same(edges->data[i], edge)) i++;
  return i;
}

// --- writing -------------------------------------------------------------------------------

struct flag_word {
  const char *word;
  uint32_t flag;
};
static const struct flag_word flag_words[] = {
    {"expanded", GRAPH_EXPANDED}, {"run", GRAPH_RUN}, {"loop", GRAPH_LOOP}, {"case", GRAPH_CASE}, {"back", GRAPH_BACK}};
enum { FLAG_WORDS = sizeof flag_words / sizeof *flag_words };

struct target_word {
  const char *word;
  struct node target;
};
static const struct target_word target_words[] = {{"open", NODE_OPEN}, {"cut", NODE_CUT}, {"end", NODE_END}};
enum { TARGET_WORDS = sizeof target_words / sizeof *target_words };

// What was found by ignoring a guard says nothing about the program: nodes without a number are written as what they
// are, not explored.
static void write_target(const struct map_u32 *numbers, struct node target, struct text *out) {
  for (unsigned i = 0; i < TARGET_WORDS; i++)
    if (node_same(target, target_words[i].target)) {
      text_add(out, target_words[i].word);
      return;
    }
  const uint32_t *number = map_u32_find(numbers, target.id);
  if (number) text_printf(out, "%u", *number);
  else text_add(out, "open");
}

static void write_conjuncts(struct terms *tm, const char *each, uint32_t n, const struct term *conjuncts,
                            struct text *out) {
  for (uint32_t i = 0; i < n; i++) {
    text_printf(out, "    %s ", each);
    term_print_smt(tm, conjuncts[i], out);
    text_addc(out, '\n');
  }
}

static void write_formula(struct terms *tm, const struct graph *g, const char *word, const char *each,
                          struct formula formula, struct text *out) {
  if (formula_none(formula)) return;
  text_printf(out, "  %s\n", word);
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(g, formula, &n);
  write_conjuncts(tm, each, n, conjuncts, out);
}

static void write_node(struct cfa *cfa, const struct graph *g, const struct places *places,
                       const struct map_u32 *numbers, struct node node, struct text *out) {
  const struct graph_node *n = graph_node(g, node);
  text_printf(out, "node %u ", map_u32_get_or(numbers, node.id, 0));
  write_place(cfa, places, n->location, out);
  text_printf(out, " context %u", n->context.id);
  for (unsigned i = 0; i < FLAG_WORDS; i++)
    if (n->flags & flag_words[i].flag) text_printf(out, " %s", flag_words[i].word);
  text_addc(out, '\n');
  write_formula(cfa->tm, g, "formula", "holds", n->formula, out);
  write_formula(cfa->tm, g, "strengthening", "within", n->strengthening, out);
  if (n->steps) text_printf(out, "  steps %u\n", n->steps);
  // A search that was stopped may leave it without a case.
  if (n->flags & (GRAPH_LOOP | GRAPH_BACK) && n->near && n->near != GRAPH_NO_ARC)
    text_printf(out, "  near %u\n", n->near);
  const uint32_t *subsumer = map_u32_find(numbers, n->subsumer.id);
  if (subsumer) text_printf(out, "  subsumed %u\n", *subsumer);
  if (!(n->flags & GRAPH_EXPANDED)) return;
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    const struct graph_arc *arc = &g->arcs.data[n->first_arc + i];
    if (n->flags & GRAPH_LOOP) text_add(out, "  case ");
    else if (n->flags & GRAPH_CASE) text_add(out, "  next ");
    else if (edge_none(arc->edge)) text_add(out, "  arc too-large ");
    else text_printf(out, "  arc %u ", edge_number(cfa, n->location, arc->edge, i));
    write_target(numbers, arc->target, out);
    text_addc(out, '\n');
  }
}

static void write_context(struct cfa *cfa, struct unfold *unfold, const struct places *places, struct context context,
                          struct text *out) {
  struct edge call = unfold_call(unfold, context);
  struct location from = cfa_edge(cfa, call)->from;
  text_printf(out, "context %u caller %u ", context.id, unfold_parent(unfold, context).id);
  write_place(cfa, places, from, out);
  text_printf(out, " edge %u\n", edge_number(cfa, from, call, 0));
}

// A context's number is part of its variables' names: none may be left out before the last one.
static void write_contexts(struct cfa *cfa, struct unfold *unfold, const struct places *places, uint32_t last,
                           struct text *out) {
  for (uint32_t c = CONTEXT_ROOT.id + 1; c <= last; c++) write_context(cfa, unfold, places, (struct context){c}, out);
}

static struct context contexts_used(const struct graph *g, const struct vec_node *nodes) {
  struct context most = CONTEXT_ROOT;
  for (uint32_t i = 0; i < nodes->size; i++)
    if (graph_node(g, nodes->data[i])->context.id > most.id) most = graph_node(g, nodes->data[i])->context;
  return most;
}

// The nodes to write, and the number of each.
static void number_nodes(const struct graph *g, struct vec_node *nodes, struct map_u32 *numbers) {
  struct vec_node reachable = {0};
  graph_reachable(g, &reachable);
  for (uint32_t i = 0; i < reachable.size; i++) {
    struct node node = reachable.data[i];
    map_u32_put(numbers, node.id, nodes->size);
    vec_node_push(nodes, node);
  }
  vec_node_release(&reachable);
}

// --- annotations ---------------------------------------------------------------------------

static void write_point(struct cfa *cfa, const struct places *places, const struct cut_point *p, struct text *out) {
  text_add(out, "cut ");
  write_place(cfa, places, p->location, out);
  text_printf(out, " context %u k %u\n", p->context.id, p->k);
  write_conjuncts(cfa->tm, "holds", p->conjuncts.size, p->conjuncts.data, out);
}

static void write_annotation(struct cfa *cfa, struct unfold *unfold, const struct places *places,
                             const struct annotation *annotation, struct text *out) {
  uint32_t last = CONTEXT_ROOT.id;
  if (annotation->recursion) text_printf(out, "recursion %u\n", annotation->recursion);
  if (annotation->unwinding) text_printf(out, "unwinding %u\n", annotation->unwinding);
  for (uint32_t i = 0; i < annotation->points.size; i++)
    if (annotation->points.data[i].context.id > last) last = annotation->points.data[i].context.id;
  write_contexts(cfa, unfold, places, last, out);
  for (uint32_t i = 0; i < annotation->points.size; i++) write_point(cfa, places, &annotation->points.data[i], out);
}

// --- the whole -----------------------------------------------------------------------------

static void write_graph(struct cfa *cfa, struct unfold *unfold, const struct places *places, const struct graph *graph,
                        struct text *out) {
  struct vec_node nodes = {0};
  struct map_u32 numbers = {0};
  number_nodes(graph, &nodes, &numbers);
  write_contexts(cfa, unfold, places, contexts_used(graph, &nodes).id, out);
  text_add(out, "root ");
  write_target(&numbers, graph->root, out);
  text_addc(out, '\n');
  for (uint32_t i = 0; i < nodes.size; i++) write_node(cfa, graph, places, &numbers, nodes.data[i], out);
  vec_node_release(&nodes);
  map_u32_release(&numbers);
}

// What functions were replaced by; all else is about the automaton that this gives.
static void write_summaries(struct cfa *cfa, const struct summarised *summarised, struct text *out) {
  text_add(out, summarised->which == SUMMARISE_ALL ? "functions\n" : "recursive-functions\n");
  for (uint32_t i = 0; i < summarised->summaries.size; i++) {
    const struct cfa_summary *summary = &summarised->summaries.data[i];
    text_add(out, "returns ");
    symbol_print(cfa->functions.data[summary->function].name, out);
    text_addc(out, ' ');
    term_print_smt(cfa->tm, summary->formula, out);
    text_addc(out, '\n');
  }
}

void certificate_write(const struct certificate_header *header, struct cfa *cfa, const struct certificate *certificate,
                       struct text *out) {
  bool is_graph = certificate->kind == CERTIFICATE_GRAPH;
  assert(is_graph || certificate->kind == CERTIFICATE_ANNOTATION);
  text_printf(out, "clew-certificate 1\nbits %u\nslice %s\n%sentry ", header->bits,
              header->sliced ? "yes"
              : header->raw  ? "no\ncompress no"
                             : "no",
              header->merged   ? "merge yes\n"
              : header->united ? "merge tests\n"
                               : "");
  symbol_print(header->entry, out);
  text_printf(out, "\nprogram %016" PRIx64 "\n%s %s\n", header->program, is_graph ? "graph" : "annotation",
              header->paths     ? "paths"
              : header->partial ? "partial"
                                : "complete");
  struct places places;
  if (certificate->summarised) {
    write_summaries(cfa, certificate->summarised, out);
    cfa = certificate->summarised->cfa;
  }
  places_init(&places, cfa);
  if (is_graph) write_graph(cfa, certificate->unfold, &places, &certificate->graph, out);
  else write_annotation(cfa, certificate->unfold, &places, &certificate->annotation, out);
  text_add(out, "end\n");
  places_release(&places);
}

// --- lines ---------------------------------------------------------------------------------

struct reader {
  const char *file;
  const char *next, *end;      // of what was not read yet
  char *line;                  // the line at hand, a copy; NULL at the end of the file
  const char *at;              // in it
  uint32_t number;
  struct error *error;
  struct cfa *cfa;
  struct unfold *unfold;
  struct certificate *certificate;
  struct graph *graph; // the certificate's
  struct places places;
  struct vec_term conjuncts;   // of the formula at hand
  struct vec_u32 variables;    // variables of the program that formulas may have, as term ids
  struct map_u32 names; // hash of a name → its place in `variables` + 1; the next of the same hash is in `same`
  struct vec_u32 same;
  struct vec_u32 registered; // by context: are its variables known?
  struct map_u32 functions; // hash of a name → a function of that name
};

static bool fail(struct reader *r, const char *what) {
  error_set(r->error, EXIT_DATA, "%s:%u: %s", r->file, r->number, what);
  return false;
}

// Moves to the next line that is not empty or a comment.
static void next_line(struct reader *r) {
  for (;;) {
    mem_free(r->line);
    r->line = NULL;
    r->number++;
    if (r->next == r->end) return;
    const char *newline = memchr(r->next, '\n', (size_t)(r->end - r->next)), *stop = newline ? newline : r->end;
    r->line = mem_strndup(r->next, (size_t)(stop - r->next));
    r->next = newline ? newline + 1 : r->end;
    r->at = r->line + strspn(r->line, " ");
    if (*r->at && *r->at != ';') return;
  }
}

// Takes the word if it is next on the line.
static bool word(struct reader *r, const char *what) {
  if (!r->line) return false;
  size_t n = strlen(what);
  if (strncmp(r->at, what, n) || (r->at[n] && r->at[n] != ' ')) return false;
  r->at += n;
  r->at += strspn(r->at, " ");
  return true;
}

static bool number(struct reader *r, uint32_t below, const char *what, uint32_t *out) {
  size_t n = r->line ? strspn(r->at, "0123456789") : 0;
  if (!n || n > 10 || (r->at[n] && r->at[n] != ' ')) return fail(r, what);
  uint64_t value = strtoull(r->at, NULL, 10);
  if (value >= below) return fail(r, what);
  *out = (uint32_t)value;
  r->at += n;
  r->at += strspn(r->at, " ");
  return true;
}

// The name is owned by the caller.
static bool function_name(struct reader *r, char **name) {
  *name = NULL;
  bool quoted = r->line && *r->at == '|';
  const char *start = r->line ? r->at + quoted : "";
  size_t n = strcspn(start, quoted ? "|" : " ");
  if (!n || (quoted && !start[n])) return fail(r, "expected the name of a function");
  *name = mem_strndup(start, n);
  r->at = start + n + quoted;
  r->at += strspn(r->at, " ");
  return true;
}

static bool line_end(struct reader *r) {
  if (*r->at) return fail(r, "there is more on the line than expected");
  next_line(r);
  return true;
}

// --- the head ------------------------------------------------------------------------------

static bool read_entry(struct reader *r, struct certificate_header *head) {
  if (!word(r, "entry")) return fail(r, "expected `entry FUNCTION`");
  mem_free(head->entry);
  return function_name(r, &head->entry) && line_end(r);
}

static bool read_program(struct reader *r, struct certificate_header *head) {
  if (!word(r, "program") || strspn(r->at, "0123456789abcdef") != 16 || r->at[16])
    return fail(r, "expected `program` and 16 hexadecimal digits");
  head->program = strtoull(r->at, NULL, 16);
  r->at += 16;
  return line_end(r);
}

// One of two words.
static bool choice(struct reader *r, const char *first, const char *second, const char *what, bool *is_first) {
  if (word(r, first)) *is_first = true;
  else if (word(r, second)) *is_first = false;
  else return fail(r, what);
  return line_end(r);
}

// What the certificate is.
static bool read_kind(struct reader *r, struct certificate_header *head) {
  bool is_graph = word(r, "graph");
  if (!is_graph && !word(r, "annotation"))
    return fail(r, "expected the kind: `graph` or `annotation`, and `complete` or `partial`");
  if (r->certificate) r->certificate->kind = is_graph ? CERTIFICATE_GRAPH : CERTIFICATE_ANNOTATION;
  head->paths = is_graph && word(r, "paths");
  if (head->paths) return line_end(r);
  return choice(r, "partial", "complete",
                is_graph ? "expected `graph complete`, `graph partial` or `graph paths`"
                         : "expected `annotation complete` or `annotation partial`",
                &head->partial);
}

static bool read_merge(struct reader *r, struct certificate_header *head) {
  head->united = word(r, "tests");
  return head->united ? line_end(r)
                      : choice(r, "yes", "no", "expected `merge yes`, `merge tests` or `merge no`", &head->merged);
}

static bool read_head(struct reader *r, struct certificate_header *head) {
  const char *binary = memchr(r->next, 0, (size_t)(r->end - r->next));
  if (binary) {
    r->number = 1;
    for (const char *at = r->next; at < binary; at++) r->number += *at == '\n';
    return fail(r, "not a certificate: the file holds binary data");
  }
  next_line(r);
  if (!word(r, "clew-certificate")) return fail(r, "not a certificate: the first line is not `clew-certificate 1`");
  if (!word(r, "1")) return fail(r, "a certificate of a version that this program does not know");
  if (!line_end(r)) return false;
  bool is_first = false;
  if (!word(r, "bits")) return fail(r, "expected `bits 32` or `bits 64`");
  if (!choice(r, "32", "64", "expected `bits 32` or `bits 64`", &is_first)) return false;
  head->bits = is_first ? 32 : 64;
  if (!word(r, "slice")) return fail(r, "expected `slice yes` or `slice no`");
  if (!choice(r, "yes", "no", "expected `slice yes` or `slice no`", &head->sliced)) return false;
  bool compressed = true;
  if (word(r, "compress") && !choice(r, "yes", "no", "expected `compress yes` or `compress no`", &compressed))
    return false;
  head->raw = !compressed;
  if (word(r, "merge") && !read_merge(r, head)) return false;
  if (!read_entry(r, head) || !read_program(r, head)) return false;
  return read_kind(r, head);
}

// --- variables -----------------------------------------------------------------------------

static void register_variable(struct reader *r, struct term t) {
  uint64_t hash = hash_string(term_var_name(r->cfa->tm, t)) >> 1;
  uint32_t *found = map_u32_find(&r->names, hash);
  vec_u32_push(&r->same, found ? *found : 0);
  vec_u32_push(&r->variables, t.id);
  map_u32_put(&r->names, hash, r->variables.size);
}

// A node's formula may have variables of the node's context and those further out.
static void register_contexts(struct reader *r, struct context context) {
  if (!r->registered.size) {
    vec_u32_resize(&r->registered, unfold_contexts(r->unfold));
    register_variable(r, unfold_heap(r->unfold));
    for (uint32_t i = 0; i < r->cfa->globals.size; i++)
      register_variable(r, unfold_var(r->unfold, CONTEXT_ROOT, r->cfa->globals.data[i]));
  }
  for (struct context c = context; !context_none(c) && !r->registered.data[c.id]; c = unfold_parent(r->unfold, c)) {
    r->registered.data[c.id] = 1;
    const struct vec_u32 *locals = &r->cfa->functions.data[unfold_function(r->unfold, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) register_variable(r, unfold_var(r->unfold, c, locals->data[i]));
  }
}

static struct term lookup(void *context, const char *name, size_t length) {
  struct reader *r = context;
  for (uint32_t at = map_u32_get_or(&r->names, hash_bytes(name, length) >> 1, 0); at; at = r->same.data[at - 1]) {
    struct term t = {r->variables.data[at - 1]};
    const char *known = term_var_name(r->cfa->tm, t);
    if (strlen(known) == length && !memcmp(known, name, length)) return t;
  }
  return quantified_named(r->cfa->tm, name, length);
}

// --- places --------------------------------------------------------------------------------

static uint32_t function_named(struct reader *r, const char *name) {
  uint64_t hash = hash_string(name) >> 1;
  const uint32_t *known = map_u32_find(&r->functions, hash);
  if (known && !strcmp(r->cfa->functions.data[*known].name, name)) return *known;
  uint32_t function = cfa_function_named(r->cfa, name);
  if (function != CFA_NONE) map_u32_put(&r->functions, hash, function);
  return function;
}

static bool read_place(struct reader *r, struct location *location) {
  char *name;
  uint32_t number_in;
  if (!word(r, "location")) return fail(r, "expected `location FUNCTION NUMBER`");
  if (!function_name(r, &name)) return false;
  uint32_t function = function_named(r, name);
  mem_free(name);
  if (function == CFA_NONE) return fail(r, "the program has no such function");
  uint32_t first = r->places.first[function], count = r->places.first[function + 1] - first;
  if (!number(r, count, "expected the number of a location of the function", &number_in)) return false;
  *location = r->places.locations[first + number_in];
  return true;
}

static bool read_edge(struct reader *r, struct location location, struct edge *edge) {
  const struct vec_edge *edges = &cfa_location(r->cfa, location)->out;
  uint32_t number_in;
  if (!number(r, edges->size, "expected the number of an edge of the location", &number_in)) return false;
  *edge = edges->data[number_in];
  return true;
}

// --- the body ------------------------------------------------------------------------------

static bool read_contexts(struct reader *r) {
  while (word(r, "context")) {
    uint32_t id;
    struct context parent;
    struct location from;
    struct edge call;
    if (!number(r, UINT32_MAX, "expected the number of the context", &id)) return false;
    if (id != unfold_contexts(r->unfold)) return fail(r, "contexts are to be numbered in order");
    if (!word(r, "caller")) return fail(r, "expected `caller CONTEXT`");
    if (!number(r, unfold_contexts(r->unfold), "expected the number of an earlier context", &parent.id) ||
        !read_place(r, &from))
      return false;
    if (!word(r, "edge")) return fail(r, "expected `edge NUMBER`");
    if (!read_edge(r, from, &call)) return false;
    const struct cfa_edge *edge = cfa_edge(r->cfa, call);
    if (edge->callee == CFA_NONE || cfa_location(r->cfa, edge->from)->function != unfold_function(r->unfold, parent))
      return fail(r, "the edge is not a call of the context's function");
    if (unfold_enter(r->unfold, parent, call).id != id) return fail(r, "the context is there already");
    if (!line_end(r)) return false;
  }
  return true;
}

static bool read_target(struct reader *r, struct node *target) {
  for (unsigned i = 0; i < TARGET_WORDS; i++)
    if (word(r, target_words[i].word)) {
      *target = target_words[i].target;
      return line_end(r);
    }
  return number(r, GRAPH_NODES_MAX, "expected a node's number, open, cut or end", &target->id) && line_end(r);
}

static bool read_term(struct reader *r) {
  const char *message = NULL;
  struct term t = term_parse(r->cfa->tm, &r->at, lookup, r, &message);
  if (term_none(t)) return fail(r, message ? message : "expected a formula");
  if (sort_kind(r->cfa->tm, term_sort(r->cfa->tm, t)) != SORT_BOOL) return fail(r, "the term is not a formula");
  vec_term_push(&r->conjuncts, t);
  r->at += strspn(r->at, " ");
  return line_end(r);
}

static struct term lookup_plain(void *context, const char *name, size_t length) {
  struct reader *r = context;
  char *unique = mem_strndup(name, length);
  uint32_t var = cfa_var_named(r->cfa, unique);
  mem_free(unique);
  return var == CFA_NONE ? TERM_NONE : r->cfa->vars.data[var].term;
}

// The line `returns …` was begun.
static bool read_summary(struct reader *r, struct vec_summary *summaries) {
  char *name;
  if (!function_name(r, &name)) return false;
  uint32_t function = function_named(r, name);
  mem_free(name);
  if (function == CFA_NONE) return fail(r, "there is no such function");
  const char *message = NULL;
  struct term t = term_parse(r->cfa->tm, &r->at, lookup_plain, r, &message);
  if (term_none(t)) return fail(r, message ? message : "expected a formula");
  if (sort_kind(r->cfa->tm, term_sort(r->cfa->tm, t)) != SORT_BOOL) return fail(r, "the term is not a formula");
  vec_summary_push(summaries, (struct cfa_summary){function, t});
  r->at += strspn(r->at, " ");
  return line_end(r);
}

// The line `recursive-functions` or `functions` was begun: all that follows is about the automaton that they give.
static bool read_summaries(struct reader *r, enum summarise which) {
  struct certificate *certificate = r->certificate;
  struct vec_violation violations = {0};
  struct summarised *s = mem_zalloc(1, sizeof *s);
  s->which = which;
  certificate->summarised = s;
  if (!line_end(r)) return false;
  while (word(r, "returns"))
    if (!read_summary(r, &s->summaries)) return false;
  s->cfa = cfa_summarise(r->cfa, which, &s->summaries, &violations);
  vec_violation_release(&violations);
  if (!s->cfa) return fail(r, "these are no summaries of functions that can be summarised");
  unfold_free(certificate->unfold);
  r->cfa = s->cfa;
  r->unfold = certificate->unfold = unfold_new(s->cfa);
  map_u32_release(&r->functions);
  places_release(&r->places);
  places_init(&r->places, r->cfa);
  return true;
}

static bool read_formula(struct reader *r, const char *each, struct formula *formula) {
  if (!formula_none(*formula)) return fail(r, "the node has that already");
  if (!line_end(r)) return false;
  vec_term_clear(&r->conjuncts);
  while (word(r, each))
    if (!read_term(r)) return false;
  *formula = graph_conjunction(r->graph, r->cfa->tm, r->conjuncts.size, r->conjuncts.data);
  return true;
}

// The line `arc …`, `case …` or `next …` was begun; without_edge: one of the last two.
static bool read_arc(struct reader *r, struct graph_node *n, bool without_edge) {
  struct graph_arc arc = {.edge = EDGE_NONE};
  if (!(n->flags & GRAPH_EXPANDED)) return fail(r, "a node that is not expanded has no arcs");
  if (!without_edge && !word(r, "too-large") && !read_edge(r, n->location, &arc.edge)) return false;
  if (!read_target(r, &arc.target)) return false;
  vec_graph_arc_push(&r->graph->arcs, arc);
  n->n_arcs++;
  return true;
}

// The line `node …` was begun.
static bool read_node(struct reader *r) {
  struct graph_node n = {.parent = NODE_NONE,
                         .arc = GRAPH_NO_ARC,
                         .subsumer = NODE_NONE,
                         .formula = FORMULA_NONE,
                         .strengthening = FORMULA_NONE};
  n.first_arc = r->graph->arcs.size;
  uint32_t id;
  if (!number(r, GRAPH_NODES_MAX, "expected the number of the node", &id)) return false;
  if (id != r->graph->nodes.size) return fail(r, "nodes are to be numbered in order");
  if (!read_place(r, &n.location)) return false;
  if (!word(r, "context")) return fail(r, "expected `context NUMBER`");
  if (!number(r, unfold_contexts(r->unfold), "expected the number of a context", &n.context.id)) return false;
  for (unsigned i = 0; i < FLAG_WORDS; i++)
    if (word(r, flag_words[i].word)) n.flags |= flag_words[i].flag;
  if (!line_end(r)) return false;
  register_contexts(r, n.context);
  for (;;) {
    if (word(r, "formula")) {
      if (!read_formula(r, "holds", &n.formula)) return false;
    } else if (word(r, "strengthening")) {
      if (!read_formula(r, "within", &n.strengthening)) return false;
    } else if (word(r, "subsumed")) {
      if (!number(r, GRAPH_NODES_MAX, "expected the number of a node", &n.subsumer.id) || !line_end(r)) return false;
    } else if (word(r, "near")) {
      if (!number(r, UINT32_MAX, "expected the number of a case", &n.near) || !line_end(r)) return false;
    } else if (word(r, "steps")) {
      if (!number(r, UINT32_MAX, "expected a number of steps", &n.steps) || !line_end(r)) return false;
    } else if (n.flags & GRAPH_LOOP ? word(r, "case") : n.flags & GRAPH_CASE ? word(r, "next") : word(r, "arc")) {
      if (!read_arc(r, &n, n.flags & (GRAPH_LOOP | GRAPH_CASE))) return false;
    } else {
      break;
    }
  }
  vec_graph_node_push(&r->graph->nodes, n);
  return true;
}

static bool node_exists(const struct graph *g, struct node target) {
  return target.id < g->nodes.size || node_same(target, NODE_OPEN) || node_same(target, NODE_CUT) ||
         node_same(target, NODE_END);
}

// Numbers of nodes can be checked only when all are there; then the nodes get their parents.
static bool finish(struct reader *r) {
  struct graph *g = r->graph;
  if (!node_exists(g, g->root)) return fail(r, "the root does not exist");
  for (uint32_t i = 0; i < g->nodes.size; i++) {
    const struct graph_node *n = &g->nodes.data[i];
    if (!node_none(n->subsumer) && n->subsumer.id >= g->nodes.size)
      return fail(r, "a node is subsumed by one that does not exist");
    for (uint32_t k = 0; k < n->n_arcs; k++) {
      struct node target = g->arcs.data[n->first_arc + k].target;
      if (!node_exists(g, target)) return fail(r, "an arc leads to a node that does not exist");
      if (target.id >= g->nodes.size || node_same(target, g->root) || !node_none(graph_node(g, target)->parent))
        continue;
      g->nodes.data[target.id].parent = (struct node){i};
      g->nodes.data[target.id].arc = n->first_arc + k;
    }
  }
  return true;
}

static bool read_graph(struct reader *r) {
  if (!word(r, "root")) return fail(r, "expected `context` or `root`");
  if (!read_target(r, &r->graph->root)) return false;
  while (word(r, "node"))
    if (!read_node(r)) return false;
  return true;
}

// The line `cut …` was begun.
static bool read_point(struct reader *r) {
  struct annotation *annotation = &r->certificate->annotation;
  struct location location;
  struct context context;
  uint32_t k;
  if (!read_place(r, &location)) return false;
  if (!word(r, "context")) return fail(r, "expected `context NUMBER`");
  if (!number(r, unfold_contexts(r->unfold), "expected the number of a context", &context.id)) return false;
  if (!word(r, "k")) return fail(r, "expected `k NUMBER`");
  if (!number(r, UINT32_MAX, "expected a number of segments", &k)) return false;
  uint32_t before = annotation->points.size;
  struct cut_point *point = annotation_at(annotation, context, location);
  if (annotation->points.size == before) return fail(r, "the cut point is there already");
  point->k = k;
  if (!line_end(r)) return false;
  register_contexts(r, context);
  vec_term_clear(&r->conjuncts);
  while (word(r, "holds"))
    if (!read_term(r)) return false;
  for (uint32_t i = 0; i < r->conjuncts.size; i++) vec_term_push(&point->conjuncts, r->conjuncts.data[i]);
  return true;
}

// What stands before the contexts.
static bool read_bounds(struct reader *r) {
  struct annotation *annotation = &r->certificate->annotation;
  if (word(r, "recursion") &&
      (!number(r, UINT32_MAX, "expected a bound on recursion", &annotation->recursion) || !line_end(r)))
    return false;
  return !word(r, "unwinding") ||
         (number(r, UINT32_MAX, "expected a number of segments", &annotation->unwinding) && line_end(r));
}

static bool read_annotation(struct reader *r) {
  while (word(r, "cut"))
    if (!read_point(r)) return false;
  return true;
}

static bool read_body(struct reader *r) {
  bool is_graph = r->certificate->kind == CERTIFICATE_GRAPH;
  if (word(r, "recursive-functions") && !read_summaries(r, SUMMARISE_RECURSIVE)) return false;
  if (word(r, "functions") && !read_summaries(r, SUMMARISE_ALL)) return false;
  if ((!is_graph && !read_bounds(r)) || !read_contexts(r)) return false;
  if (!(is_graph ? read_graph(r) : read_annotation(r))) return false;
  if (!word(r, "end"))
    return fail(r, !r->line   ? "the file ends before the line `end`"
                   : is_graph ? "expected `node`, a part of a node, or `end`"
                              : "expected `cut`, `holds`, or `end`");
  if ((is_graph && !finish(r)) || !line_end(r)) return false;
  return !r->line || fail(r, "there is something after the line `end`");
}

static void reader_release(struct reader *r) {
  mem_free(r->line);
  vec_term_release(&r->conjuncts);
  vec_u32_release(&r->variables);
  map_u32_release(&r->names);
  vec_u32_release(&r->same);
  vec_u32_release(&r->registered);
  map_u32_release(&r->functions);
}

bool certificate_read_header(const char *file, const char *content, size_t size, struct certificate_header *header,
                             struct error *error) {
  *header = (struct certificate_header){0};
  struct reader r = {.file = file, .next = content, .end = content + size, .error = error};
  bool ok = read_head(&r, header);
  reader_release(&r);
  if (!ok) certificate_header_release(header);
  return ok;
}

bool certificate_read(const char *file, const char *content, size_t size, struct cfa *cfa,
                      struct certificate *certificate, struct error *error) {
  struct certificate_header header = {0};
  struct reader r = {.file = file,
                     .next = content,
                     .end = content + size,
                     .error = error,
                     .cfa = cfa,
                     .unfold = certificate->unfold,
                     .certificate = certificate,
                     .graph = &certificate->graph};
  places_init(&r.places, cfa);
  bool ok = read_head(&r, &header) && read_body(&r);
  reader_release(&r);
  places_release(&r.places);
  certificate_header_release(&header);
  return ok;
}
