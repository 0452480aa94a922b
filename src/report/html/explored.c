// What a proof has of the program's states: its graph, or the formulas at its cut points. See parts.h.
#include "report/html/parts.h"

#define FORMULA_BYTES 600

struct explored {
  struct cfa *cfa;
  const struct certificate *certificate;
  struct graph_names names; // only what graph_name_formula looks at
  struct flow flow;
  struct map_u32 number; // by node of the graph
  json_t *nodes, *arcs;
  struct drawing drawing;
};

static void add_node(struct explored *x, const char *kind, struct location location, struct context context,
                     const char *formula, const char *label) {
  json_t *row = json_array();
  html_push(row, json_string(kind));
  html_push(row, location_none(location) ? json_integer(-1) : json_integer(location.id));
  html_push(row, context_none(context) ? json_integer(-1) : json_integer(context.id));
  html_push(row, json_value_text(formula));
  html_push(row, json_value_text(label));
  html_push(x->nodes, row);
  vec_drawing_node_push(&x->drawing.nodes, html_label_size(label));
}

static void add_arc(struct explored *x, uint32_t from, uint32_t to, int64_t edge) {
  json_t *row = json_array();
  html_push(row, json_integer(from));
  html_push(row, json_integer(to));
  html_push(row, json_integer(edge)); // -1: of no edge, -2: subsumed by
  html_push(x->arcs, row);
  vec_drawing_arc_push(&x->drawing.arcs, (struct drawing_arc){from, to});
}

// The place, and below it the formulas that hold there.
static void node_label(const struct explored *x, struct location location, const char *formula, struct text *out) {
  const struct cfa_location *l = cfa_location(x->cfa, location);
  text_clear(out);
  if (l->function != x->cfa->main) text_printf(out, "%s ", x->cfa->functions.data[l->function].shown);
  if (l->place.line) text_printf(out, "line %u", l->place.line);
  else text_printf(out, "L%u", location.id);
  html_cut(out, HTML_LABEL_COLUMNS);
  if (!*formula) return;
  text_addc(out, '\n');
  html_label(formula, out);
}

static const char *node_kind(const struct graph_node *n, const struct cfa *cfa) {
  if (n->flags & GRAPH_LOOP) return "loop";
  if (n->flags & GRAPH_CASE) return "case";
  if (!node_none(n->subsumer)) return "subsumed";
  if (cfa_location(cfa, n->location)->kind == LOC_ERROR) return "error";
  return formula_none(n->formula) ? "exact" : "abstract";
}

static void add_graph_node(struct explored *x, struct node node, struct text *formula, struct text *label) {
  const struct graph_node *n = graph_node(&x->certificate->graph, node);
  text_clear(formula);
  if (!formula_none(n->formula)) graph_name_formula(&x->names, n->context, n->formula, formula);
  html_cut(formula, FORMULA_BYTES);
  node_label(x, n->location, text_cstr(formula), label);
  add_node(x, node_kind(n, x->cfa), n->location, n->context, text_cstr(formula), text_cstr(label));
}

// Where an arc leads to no node, it gets one of its own.
static uint32_t end_of_arc(struct explored *x, struct node target) {
  bool cut = node_same(target, NODE_CUT), open = node_same(target, NODE_OPEN);
  uint32_t number = x->drawing.nodes.size;
  add_node(x, cut ? "cut" : open ? "open" : "end", LOCATION_NONE, CONTEXT_NONE, "", cut ? "⊥" : open ? "?" : "end");
  return number;
}

static void add_arcs(struct explored *x, struct node node, uint32_t from) {
  const struct graph *g = &x->certificate->graph;
  const struct graph_node *n = graph_node(g, node);
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    const struct graph_arc *arc = graph_arc(g, node, i);
    int64_t edge = edge_none(arc->edge) ? -1 : (int64_t)arc->edge.id;
    if (!node_is_real(arc->target)) {
      if (!node_none(arc->target)) add_arc(x, from, end_of_arc(x, arc->target), edge);
      continue;
    }
    uint32_t *to = map_u32_find(&x->number, arc->target.id);
    if (to) add_arc(x, from, *to, edge);
  }
  uint32_t *subsumer = node_none(n->subsumer) ? NULL : map_u32_find(&x->number, n->subsumer.id);
  if (subsumer) add_arc(x, from, *subsumer, -2);
}

static void add_graph(struct explored *x, uint32_t most, json_t *object) {
  struct vec_node nodes = {0};
  struct text formula = {0}, label = {0};
  graph_reachable(&x->certificate->graph, &nodes);
  uint32_t n = nodes.size < most ? nodes.size : most;
  for (uint32_t i = 0; i < n; i++) {
    map_u32_put(&x->number, nodes.data[i].id, i);
    add_graph_node(x, nodes.data[i], &formula, &label);
  }
  for (uint32_t i = 0; i < n; i++) add_arcs(x, nodes.data[i], i);
  html_set(object, "left_out", json_integer(nodes.size - n));
  vec_node_release(&nodes);
  text_release(&formula);
  text_release(&label);
}

// Cut points have no arcs: which segments lie between them is the program's business.
static void add_points(struct explored *x, uint32_t most, json_t *object) {
  const struct annotation *a = &x->certificate->annotation;
  struct text formula = {0}, label = {0};
  struct graph own;
  graph_init(&own);
  x->flow.graph = &own;
  json_t *depths = json_array();
  for (uint32_t i = 0; i < a->points.size && i < most; i++) {
    const struct cut_point *point = &a->points.data[i];
    struct formula f = graph_conjunction(&own, x->cfa->tm, point->conjuncts.size, point->conjuncts.data);
    text_clear(&formula);
    graph_name_formula(&x->names, point->context, f, &formula);
    html_cut(&formula, FORMULA_BYTES);
    node_label(x, point->location, text_cstr(&formula), &label);
    add_node(x, "point", point->location, point->context, text_cstr(&formula), text_cstr(&label));
    html_push(depths, json_integer(point->k));
  }
  html_set(object, "k", depths);
  html_set(object, "unwinding", json_integer(a->unwinding));
  graph_release(&own);
  text_release(&formula);
  text_release(&label);
}

json_t *html_explored(const struct report *report, uint32_t most, struct vec_drawing *drawings) {
  const struct certificate *certificate = report->claim ? &report->claim->certificate : NULL;
  // Facts about another automaton cannot be drawn on this one.
  if (!certificate || certificate->kind == CERTIFICATE_NONE || !certificate->unfold || certificate->summarised)
    return NULL;
  bool is_graph = certificate->kind == CERTIFICATE_GRAPH;
  struct explored x = {.cfa = report->cfa, .certificate = certificate};
  x.flow = (struct flow){.cfa = report->cfa, .graph = &certificate->graph, .unfold = certificate->unfold};
  x.names = (struct graph_names){.cfa = report->cfa, .flow = &x.flow};
  x.nodes = json_array();
  x.arcs = json_array();
  json_t *object = json_object();
  html_set(object, "kind", json_string(is_graph ? "graph" : "annotation"));
  html_set(object, "nodes", x.nodes);
  html_set(object, "arcs", x.arcs);
  if (is_graph) add_graph(&x, most, object);
  else add_points(&x, most, object);
  map_u32_release(&x.number);
  if (!x.drawing.nodes.size) {
    json_decref(object);
    return NULL;
  }
  html_set(object, "drawing", json_integer(drawings->size));
  vec_drawing_push(drawings, x.drawing);
  return object;
}
