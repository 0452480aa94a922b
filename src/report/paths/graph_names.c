// See pruned_graph.h: names of nodes, and edges and formulas as C without the prefixes that make variables unique.
#include "report/paths/pruned_graph.h"
#include <ctype.h>
#include <stdio.h>

// --- nodes -----------------------------------------------------------------------------

// a, b, …, z, aa, ab, …
static void add_letters(uint32_t n, struct text *out) {
  if (n >= 26) add_letters(n / 26 - 1, out);
  text_addc(out, (char)('a' + n % 26));
}

static void name_locations(struct graph_names *names) {
  const struct cfa *cfa = names->cfa;
  uint32_t n = cfa->locations.size, main_file = cfa_location(cfa, cfa->functions.data[cfa->main].entry)->place.file;
  struct map_u32 counts = {0}, met = {0};   // by line: its locations, and those named so far
  for (uint32_t i = 0; i < n; i++) {
    struct source_place p = cfa->locations.data[i].place;
    uint64_t key = (uint64_t)p.file << 32 | p.line;
    map_u32_put(&counts, key, map_u32_get_or(&counts, key, 0) + 1);
  }
  for (uint32_t i = 0; i < n; i++) {
    struct source_place p = cfa->locations.data[i].place;
    uint64_t key = (uint64_t)p.file << 32 | p.line;
    struct text text = {0};
    if (!p.line) {
      text_printf(&text, "L%u", i);
    } else {
      uint32_t number = map_u32_get_or(&met, key, 0);
      map_u32_put(&met, key, number + 1);
      if (p.file != main_file && p.file < cfa->files.size) text_printf(&text, "%s:", cfa->files.data[p.file]);
      text_printf(&text, "%u", p.line);
      if (map_u32_get_or(&counts, key, 0) > 1) add_letters(number, &text);
    }
    names->locations[i] = mem_strdup(text_cstr(&text));
    text_release(&text);
  }
  map_u32_release(&counts);
  map_u32_release(&met);
}

void graph_names_init(struct graph_names *names, struct cfa *cfa, const struct flow *flow) {
  *names = (struct graph_names){.flow = flow, .cfa = cfa};
  names->locations = mem_zalloc((size_t)cfa->locations.size + 1, sizeof *names->locations);
  names->occurrence = mem_zalloc((size_t)flow->graph->nodes.size + 1, sizeof *names->occurrence);
  name_locations(names);
  flow_live(flow, &names->live);
  struct map_u32 seen = {0};   // by location and context: occurrences so far
  for (uint32_t i = 0; i < names->live.size; i++) {
    const struct graph_node *n = graph_node(flow->graph, names->live.data[i]);
    uint64_t key = (uint64_t)n->context.id << 32 | n->location.id;
    uint32_t number = map_u32_get_or(&seen, key, 0);
    names->occurrence[names->live.data[i].id] = number;
    map_u32_put(&seen, key, number + 1);
  }
  map_u32_release(&seen);
}

void graph_names_release(struct graph_names *names) {
  for (uint32_t i = 0; i < names->cfa->locations.size; i++) mem_free(names->locations[i]);
  mem_free(names->locations);
  mem_free(names->occurrence);
  vec_node_release(&names->live);
}

void graph_name_place(const struct graph_names *names, struct context context, struct location location,
                      struct text *out) {
  if (!context_same(context, CONTEXT_ROOT))
    text_printf(out, "%s@%u:", names->cfa->functions.data[unfold_function(names->flow->unfold, context)].name,
                context.id);
  text_add(out, names->locations[location.id]);
}

void graph_name_node(const struct graph_names *names, struct node node, struct text *out) {
  const struct graph_node *n = graph_node(names->flow->graph, node);
  graph_name_place(names, n->context, n->location, out);
  text_printf(out, "#%u", names->occurrence[node.id]);
}

const char *graph_name_end(const struct cfa *cfa, struct location location) {
  switch (cfa_location(cfa, location)->kind) {
  case LOC_EXIT: return "end";
  case LOC_ERROR: return "error";
  case LOC_STOP: return "stop";
  case LOC_UNSUPPORTED: return "unsupported";
  case LOC_PLAIN: break;
  }
  return cfa_location(cfa, location)->out.size ? NULL : "stop";
}

// --- terms -----------------------------------------------------------------------------------

static bool is_name_char(char c) { return isalnum((unsigned char)c) || (c && strchr("_!@:#.$", c)); }

// Raw text with the names of terms, read word by word: names lose the prefix of their own function, inputs become
// calls.
struct rewriter {
  const struct cfa *cfa;
  const char *own;               // the prefix to leave out
  const struct cfa_edge *edge;   // whose inputs are known, or NULL
  uint32_t *uses;                // by input: how often it occurs
  struct text *out;              // NULL: only count
};

static uint32_t input_named(const struct rewriter *w, const char *name, size_t length) {
  for (uint32_t i = 0; w->edge && i < w->edge->inputs.size; i++) {
    const char *unique = term_var_name(w->cfa->tm, w->edge->inputs.data[i].term);
    if (strlen(unique) == length && strncmp(unique, name, length) == 0) return i;
  }
  return UINT32_MAX;
}

static void add_input(const struct cfa_input *input, struct text *out) {
  text_printf(out, input->kind == INPUT_UNINIT ? "uninitialised(%s)" : "%s()", input->name);
}

static void rewrite_name(struct rewriter *w, const char *name, size_t length) {
  uint32_t input = input_named(w, name, length);
  if (!w->out) {
    if (input != UINT32_MAX) w->uses[input]++;
    return;
  }
  size_t n = strlen(w->own);
  if (input != UINT32_MAX && w->uses[input] == 1) add_input(&w->edge->inputs.data[input], w->out);
  else if (length > n + 2 && strncmp(name, w->own, n) == 0 && name[n] == ':' && name[n + 1] == ':')
    text_add_n(w->out, name + n + 2, length - n - 2);
  else text_add_n(w->out, name, length);
}

static void rewrite(struct rewriter *w, const struct text *raw) {
  for (const char *p = text_cstr(raw); *p;) {
    size_t length = 0;
    while (is_name_char(p[length])) length++;
    // The ":" of a conditional is no part of a name.
    while (length && p[length - 1] == ':') length--;
    if (length) rewrite_name(w, p, length);
    else if (w->out) text_addc(w->out, *p);
    p += length ? length : 1;
  }
}

static void add_effects(const struct cfa *cfa, const struct cfa_edge *e, bool brief, const char *gap,
                        struct text *out) {
  for (uint32_t i = 0; i < e->allocs.size && !brief; i++) {
    text_printf(out, "%s%s = new %s of ", gap, term_var_name(cfa->tm, e->allocs.data[i].term),
                e->allocs.data[i].name ? e->allocs.data[i].name : "object");
    term_print_c(cfa->tm, e->allocs.data[i].size, out);
    gap = "; ";
  }
  for (uint32_t i = 0; i < e->updates.size; i++) {
    const struct cfa_var *v = &cfa->vars.data[e->updates.data[i].var];
    if (brief && v->kind != VAR_PROGRAM && v->kind != VAR_REGION) continue;
    text_printf(out, "%s%s = ", gap, term_var_name(cfa->tm, v->term));
    term_print_c(cfa->tm, e->updates.data[i].value, out);
    gap = "; ";
  }
  if (e->callee == CFA_NONE) return;
  text_add(out, gap);
  if (e->result != CFA_NONE) text_printf(out, "%s = ", term_var_name(cfa->tm, cfa->vars.data[e->result].term));
  text_printf(out, "%s(", cfa->functions.data[e->callee].name);
  for (uint32_t i = 0; i < e->args.size; i++) {
    if (i) text_add(out, ", ");
    term_print_c(cfa->tm, e->args.data[i], out);
  }
  text_addc(out, ')');
}

void graph_name_edge(const struct graph_names *names, struct edge edge, bool brief, struct text *out) {
  struct cfa *cfa = names->cfa;
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  struct text raw = {0};
  bool guarded = !term_is_true(cfa->tm, e->guard);
  if (guarded) {
    text_add(&raw, "if (");
    term_print_c(cfa->tm, e->guard, &raw);
    text_addc(&raw, ')');
  }
  add_effects(cfa, e, brief, guarded ? " " : "", &raw);
  struct rewriter w = {.cfa = cfa, .own = cfa->functions.data[cfa_location(cfa, e->from)->function].name, .edge = e};
  w.uses = mem_zalloc((size_t)e->inputs.size + 1, sizeof *w.uses);
  rewrite(&w, &raw);
  // An input that is used once stands where it is used.
  for (uint32_t i = 0; i < e->inputs.size; i++) {
    if (w.uses[i] < 2) continue;
    text_printf(out, "%s = ", term_var_name(cfa->tm, e->inputs.data[i].term));
    add_input(&e->inputs.data[i], out);
    text_add(out, "; ");
  }
  w.out = out;
  rewrite(&w, &raw);
  mem_free(w.uses);
  text_release(&raw);
}

void graph_name_formula(const struct graph_names *names, struct context context, struct formula formula,
                        struct text *out) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(names->flow->graph, formula, &n);
  if (formula_none(formula)) return;
  if (!n) text_add(out, "true");
  const char *function = names->cfa->functions.data[unfold_function(names->flow->unfold, context)].name;
  struct text own = {0};
  text_add(&own, function);
  if (!context_same(context, CONTEXT_ROOT)) text_printf(&own, "@%u", context.id);
  struct text raw = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (i) text_add(&raw, " && ");
    term_print_c(names->cfa->tm, conjuncts[i], &raw);
  }
  rewrite(&(struct rewriter){.cfa = names->cfa, .own = text_cstr(&own), .out = out}, &raw);
  text_release(&raw);
  text_release(&own);
}
