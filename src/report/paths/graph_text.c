// See pruned_graph.h: the graph as text and for Graphviz, and the numbers.
#include "report/paths/pruned_graph.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define EDGE_SHOWN 120      // bytes of an edge's or a formula's text at most; JSON has all of it

// --- numbers -----------------------------------------------------------------------------

void graph_report_number(mpz_srcptr number, uint32_t digits, struct text *out) {
  size_t size = mpz_sizeinbase(number, 10) + 2;
  char *text = mem_alloc(size);
  mpz_get_str(text, 10, number);
  size_t length = strlen(text);
  if (length <= digits || length < 8) text_add(out, text);
  else text_printf(out, "%c.%.3se%zu", text[0], text + 1, length - 1);
  mem_free(text);
}

void graph_report_share(mpz_srcptr before, mpz_srcptr after, struct text *out) {
  if (!mpz_sgn(before)) {
    text_addc(out, '-');
    return;
  }
  if (mpz_cmp(before, after) == 0) {
    text_add(out, "100 %");
    return;
  }
  long e1, e2;
  double a = mpz_get_d_2exp(&e1, after), b = mpz_get_d_2exp(&e2, before);
  double share = a ? log10(a / b) + (double)(e1 - e2) * log10(2) : 0;
  if (!a) text_add(out, "0 %");
  else if (share < -280) text_printf(out, "1e%.0f %%", share + 2);
  else if (share > log10(0.999)) text_add(out, "more than 99.9 %");
  else text_printf(out, "%.3g %%", 100 * pow(10, share));
}

// How many of the paths left are known to be feasible, and how many are not decided.
static void add_decided(const struct pruned_graph *g, const char *prefix, struct text *out) {
  mpz_t open;
  mpz_init(open);
  mpz_sub(open, g->after, g->feasible);
  mpz_sub(open, open, g->infeasible);
  text_printf(out, "%sFeasible: ", prefix);
  graph_report_number(g->feasible, UINT32_MAX, out);
  text_add(out, ", infeasible: ");
  graph_report_number(g->infeasible, UINT32_MAX, out);
  text_add(out, ", not decided: ");
  graph_report_number(open, UINT32_MAX, out);
  text_add(out, ".\n");
  mpz_clear(open);
}

void graph_report_summary(const struct graph_report *r, const char *prefix, struct text *out) {
  const struct pruned_graph *g = r->graph;
  const struct flow *f = g->flow;
  text_printf(out, "%s%" PRIu32 " node%s, %" PRIu32 " edge%s ruled out", prefix, f->n_live, f->n_live == 1 ? "" : "s",
              f->n_cut, f->n_cut == 1 ? "" : "s");
  if (f->empty) text_add(out, ", no path is left");
  text_printf(out, "\n%s", prefix);
  if (g->reason != REASON_NONE) text_printf(out, "Not finished: %s. ", reason_sentence(g->reason));
  if (f->n_open)
    text_printf(out, "Plugged into the program's own graph at %" PRIu32 " place%s.\n", f->n_open,
                f->n_open == 1 ? "" : "s");
  else text_add(out, "Finished: nothing of the program's own graph is needed any more.\n");
  if (g->preserves)
    text_printf(out, "%sEvery feasible path is kept: %s%s.\n", prefix,
                strcmp(g->preserves, "confirmed") == 0 ? "" : "not confirmed, ", g->preserves);
  if (!g->counted) {
    text_printf(out, "%sThe paths of length %" PRIu32 " were not counted.\n", prefix, g->length);
    return;
  }
  text_printf(out, "%sPaths of length %" PRIu32 " before: ", prefix, g->length);
  graph_report_number(g->before, UINT32_MAX, out);
  text_printf(out, "\n%sPaths of length %" PRIu32 " after:  ", prefix, g->length);
  graph_report_number(g->after, UINT32_MAX, out);
  text_printf(out, "\n%sThat is ", prefix);
  graph_report_share(g->before, g->after, out);
  text_add(out, " of them.\n");
  if (g->feasible) add_decided(g, prefix, out);
}

// --- text --------------------------------------------------------------------------------

// At most so many bytes, no part of a character.
static void add_cut(struct text *out, const struct text *text, size_t most) {
  const char *s = text_cstr(text);
  size_t n = text->size;
  if (n > most) {
    n = most;
    while (n && ((unsigned char)s[n] & 0xc0) == 0x80) n--;
  }
  text_add_n(out, s, n);
  if (n < text->size) text_add(out, "…");
}

struct printer {
  const struct flow *flow;
  struct graph_names names;
  struct text *out;
  struct text scratch;
};

static void printer_init(struct printer *p, const struct graph_report *r, struct text *out) {
  *p = (struct printer){.flow = r->graph->flow, .out = out};
  graph_names_init(&p->names, r->graph->cfa, r->graph->flow);
}

static void printer_release(struct printer *p) {
  graph_names_release(&p->names);
  text_release(&p->scratch);
}

static const char *edge_text(struct printer *p, struct edge edge) {
  struct text cut = {0};
  text_clear(&p->scratch);
  graph_name_edge(&p->names, edge, true, &p->scratch);
  add_cut(&cut, &p->scratch, EDGE_SHOWN);
  text_clear(&p->scratch);
  text_add(&p->scratch, text_cstr(&cut));
  text_release(&cut);
  return text_cstr(&p->scratch);
}

static const char *formula_text(struct printer *p, const struct graph_node *n) {
  struct text cut = {0};
  text_clear(&p->scratch);
  graph_name_formula(&p->names, n->context, n->formula, &p->scratch);
  add_cut(&cut, &p->scratch, EDGE_SHOWN);
  text_clear(&p->scratch);
  text_add(&p->scratch, text_cstr(&cut));
  text_release(&cut);
  return text_cstr(&p->scratch);
}

// Where an out-edge of an expanded node leads: a node, NODE_OPEN, or NODE_CUT.
static struct node arc_target(const struct flow *f, struct node node, struct edge edge) {
  for (uint32_t i = 0; i < graph_node(f->graph, node)->n_arcs; i++) {
    const struct graph_arc *arc = graph_arc(f->graph, node, i);
    if (!edge_same(arc->edge, edge)) continue;
    return arc->target.id < f->graph->nodes.size && f->gone[arc->target.id] ? NODE_CUT : arc->target;
  }
  return NODE_CUT;
}

static void print_arc(struct printer *p, struct node node, struct edge edge) {
  const struct flow *f = p->flow;
  const struct graph_node *n = graph_node(f->graph, node);
  struct node target = arc_target(f, node, edge);
  struct text name = {0};
  if (node_same(target, NODE_CUT)) {
    text_add(&name, "⊥");
  } else if (node_same(target, NODE_OPEN)) {
    struct place to = flow_step(f->cfa, f->unfold, n->context, edge);
    graph_name_place(&p->names, to.context, to.location, &name);
    text_add(&name, " (program)");
  } else {
    graph_name_node(&p->names, target, &name);
  }
  const char *what = edge_text(p, edge);
  // ⊥ is one column wide but three bytes long.
  text_printf(p->out, "  -> %-*s%s%s\n", *what ? (node_same(target, NODE_CUT) ? 12 : 10) : 0, text_cstr(&name),
              *what ? " " : "", what);
  text_release(&name);
}

static void print_node(struct printer *p, struct node node) {
  const struct flow *f = p->flow;
  const struct graph_node *n = graph_node(f->graph, node);
  const struct cfa_location *l = cfa_location(f->cfa, n->location);
  graph_name_node(&p->names, node, p->out);
  if (!formula_none(n->formula)) text_printf(p->out, "  [%s]", formula_text(p, n));
  if (!node_none(n->subsumer)) {
    text_add(p->out, "  subsumed by ");
    graph_name_node(&p->names, n->subsumer, p->out);
  }
  const char *end = graph_name_end(f->cfa, n->location);
  if (end) text_printf(p->out, "  %s%s%s", end, *l->text ? ": " : "", l->text);
  else if (node_none(n->subsumer) && !(n->flags & GRAPH_EXPANDED)) text_add(p->out, "  goes on as in the program");
  text_addc(p->out, '\n');
  if (end || !node_none(n->subsumer) || !(n->flags & GRAPH_EXPANDED)) return;
  for (uint32_t i = 0; i < l->out.size; i++) print_arc(p, node, l->out.data[i]);
}

void graph_report_text(const struct graph_report *r, struct text *out) {
  struct printer p;
  printer_init(&p, r, out);
  if (node_none(r->graph->flow->root.node))
    text_add(out, "Nothing was executed: the graph is the program's own (`clew cfa --no-slice` prints it).\n");
  for (uint32_t i = 0; i < p.names.live.size; i++) print_node(&p, p.names.live.data[i]);
  printer_release(&p);
}

// --- DOT ---------------------------------------------------------------------------------

static void add_quoted(struct text *out, const char *s) {
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') text_addc(out, '\\');
    text_addc(out, *s == '\n' ? ' ' : *s);
  }
}

static void dot_node(struct printer *p, struct node node) {
  const struct flow *f = p->flow;
  const struct graph_node *n = graph_node(f->graph, node);
  const struct cfa_location *l = cfa_location(f->cfa, n->location);
  struct text label = {0};
  graph_name_node(&p->names, node, &label);
  text_printf(p->out, "  n%u [label=\"", node.id);
  add_quoted(p->out, text_cstr(&label));
  if (graph_name_end(f->cfa, n->location)) {
    text_add(p->out, "\\n");
    add_quoted(p->out, *l->text ? l->text : graph_name_end(f->cfa, n->location));
  }
  if (!formula_none(n->formula)) {
    text_add(p->out, "\\n[");
    add_quoted(p->out, formula_text(p, n));
    text_addc(p->out, ']');
  }
  text_printf(p->out, "\"%s];\n", l->kind == LOC_ERROR ? ", style=filled, fillcolor=salmon" : "");
  text_release(&label);
}

// A place of the black part, drawn once.
static void dot_black(struct printer *p, struct map_u32 *drawn, struct context context, struct location location) {
  uint64_t key = (uint64_t)context.id << 32 | location.id;
  if (map_u32_find(drawn, key)) return;
  map_u32_put(drawn, key, 1);
  struct text label = {0};
  graph_name_place(&p->names, context, location, &label);
  text_printf(p->out, "  b%u_%u [shape=ellipse, color=black, label=\"", context.id, location.id);
  add_quoted(p->out, text_cstr(&label));
  text_add(p->out, " …\"];\n");
  text_release(&label);
}

static void dot_arc(struct printer *p, struct map_u32 *drawn, struct node node, struct edge edge) {
  const struct flow *f = p->flow;
  struct node target = arc_target(f, node, edge);
  struct context context = graph_node(f->graph, node)->context;
  if (node_same(target, NODE_CUT)) {
    text_printf(p->out, "  c%u_%u [shape=none, label=\"⊥\"];\n  n%u -> c%u_%u", node.id, edge.id, node.id, node.id,
                edge.id);
  } else if (node_same(target, NODE_OPEN)) {
    struct place to = flow_step(f->cfa, f->unfold, context, edge);
    dot_black(p, drawn, to.context, to.location);
    text_printf(p->out, "  n%u -> b%u_%u", node.id, to.context.id, to.location.id);
  } else {
    text_printf(p->out, "  n%u -> n%u", node.id, target.id);
  }
  text_printf(p->out, " [%slabel=\"",
              node_same(target, NODE_CUT)    ? "color=gray, fontcolor=gray, "
              : node_same(target, NODE_OPEN) ? "color=black, "
                                             : "");
  add_quoted(p->out, edge_text(p, edge));
  text_add(p->out, "\"];\n");
}

static void dot_out(struct printer *p, struct map_u32 *drawn, struct node node) {
  const struct flow *f = p->flow;
  const struct graph_node *n = graph_node(f->graph, node);
  if (!node_none(n->subsumer)) {
    text_printf(p->out, "  n%u -> n%u [style=dotted, constraint=false];\n", node.id, n->subsumer.id);
  } else if (!flow_is_end(f->cfa, n->location)) {
    const struct vec_edge *out = &cfa_location(f->cfa, n->location)->out;
    if (n->flags & GRAPH_EXPANDED) {
      for (uint32_t i = 0; i < out->size; i++) dot_arc(p, drawn, node, out->data[i]);
    } else {
      dot_black(p, drawn, n->context, n->location);
      text_printf(p->out, "  n%u -> b%u_%u [style=dotted, color=black];\n", node.id, n->context.id, n->location.id);
    }
  }
}

void graph_report_dot(const struct graph_report *r, struct text *out) {
  struct printer p;
  struct map_u32 drawn = {0};
  printer_init(&p, r, out);
  graph_report_summary(r, "// ", out);
  text_add(out, "digraph \"");
  add_quoted(out, r->graph->cfa->name ? r->graph->cfa->name : "");
  text_add(out,
           "\" {\n  node [shape=box, color=red, fontsize=10];\n  edge [color=red, fontsize=9, fontname=monospace];\n");
  const struct place root = r->graph->flow->root;
  if (node_none(root.node)) dot_black(&p, &drawn, root.context, root.location);
  for (uint32_t i = 0; i < p.names.live.size; i++) dot_node(&p, p.names.live.data[i]);
  for (uint32_t i = 0; i < p.names.live.size; i++) dot_out(&p, &drawn, p.names.live.data[i]);
  text_add(out, "}\n");
  map_u32_release(&drawn);
  printer_release(&p);
}
