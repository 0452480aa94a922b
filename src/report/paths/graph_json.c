// See pruned_graph.h: everything about the graph, for programs (docs/paths.md describes it).
#include "report/paths/pruned_graph.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

// Names of files need not be UTF-8: then only their ASCII characters are kept.
static json_t *json_name(const char *s) {
  json_t *string = json_string(s);
  if (string) return string;
  struct text text = {0};
  for (; *s; s++) text_addc(&text, (unsigned char)*s < 0x80 ? *s : '?');
  string = json_string(text_cstr(&text));
  text_release(&text);
  return string;
}

static json_t *json_taken(struct text *text) {
  json_t *string = json_name(text_cstr(text));
  text_clear(text);
  return string;
}

// As text: exact.
static json_t *json_number(mpz_srcptr number) {
  struct text text = {0};
  graph_report_number(number, UINT32_MAX, &text);
  json_t *string = json_taken(&text);
  text_release(&text);
  return string;
}

static json_t *json_locations(const struct graph_names *names) {
  static const char *const kinds[] = {[LOC_PLAIN] = "plain",
                                      [LOC_EXIT] = "exit",
                                      [LOC_ERROR] = "error",
                                      [LOC_STOP] = "stop",
                                      [LOC_UNSUPPORTED] = "unsupported"};
  json_t *array = json_array();
  for (uint32_t i = 0; i < names->cfa->locations.size; i++) {
    const struct cfa_location *l = &names->cfa->locations.data[i];
    json_t *object = json_object();
    set(object, "name", json_name(names->locations[i]));
    set(object, "function", json_name(names->cfa->functions.data[l->function].name));
    set(object, "kind", json_string(kinds[l->kind]));
    if (l->place.line && l->place.file < names->cfa->files.size) {
      set(object, "file", json_name(names->cfa->files.data[l->place.file]));
      set(object, "line", json_integer(l->place.line));
    }
    if (*l->text) set(object, "text", json_name(l->text));
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *json_edges(const struct graph_names *names) {
  json_t *array = json_array();
  struct text text = {0};
  for (uint32_t i = 0; i < names->cfa->edges.size; i++) {
    const struct cfa_edge *e = &names->cfa->edges.data[i];
    json_t *object = json_object();
    set(object, "from", json_integer(e->from.id));
    set(object, "to", json_integer(e->to.id));
    if (e->callee != CFA_NONE) {
      set(object, "callee", json_name(names->cfa->functions.data[e->callee].name));
      set(object, "entry", json_integer(names->cfa->functions.data[e->callee].entry.id));
    }
    graph_name_edge(names, (struct edge){i}, false, &text);
    set(object, "text", json_taken(&text));
    json_array_append_new(array, object);
  }
  text_release(&text);
  return array;
}

static json_t *json_contexts(const struct graph_names *names) {
  const struct unfold *u = names->flow->unfold;
  json_t *array = json_array();
  for (uint32_t i = 0; i < unfold_contexts(u); i++) {
    struct context c = {i};
    bool is_root = context_same(c, CONTEXT_ROOT);
    json_t *object = json_object();
    set(object, "function", json_name(names->cfa->functions.data[unfold_function(u, c)].name));
    set(object, "parent", is_root ? json_null() : json_integer(unfold_parent(u, c).id));
    set(object, "call", is_root ? json_null() : json_integer(unfold_call(u, c).id));
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *json_formula(const struct graph_names *names, struct formula formula) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(names->flow->graph, formula, &n);
  json_t *array = json_array();
  struct text text = {0};
  for (uint32_t i = 0; i < n; i++) {
    term_print_smt(names->cfa->tm, conjuncts[i], &text);
    json_array_append_new(array, json_taken(&text));
  }
  text_release(&text);
  return array;
}

// Only arcs that lead somewhere; an out-edge of the location without one was ruled out.
static json_t *json_arcs(const struct graph_names *names, struct node node) {
  const struct flow *f = names->flow;
  json_t *array = json_array();
  for (uint32_t i = 0; i < graph_node(f->graph, node)->n_arcs; i++) {
    const struct graph_arc *arc = graph_arc(f->graph, node, i);
    if (node_same(arc->target, NODE_CUT) || (!node_same(arc->target, NODE_OPEN) && f->gone[arc->target.id])) continue;
    json_t *object = json_object();
    set(object, "edge", json_integer(arc->edge.id));
    if (node_same(arc->target, NODE_OPEN)) {
      struct place to = flow_step(f->cfa, f->unfold, graph_node(f->graph, node)->context, arc->edge);
      json_t *black = json_object();
      set(black, "location", json_integer(to.location.id));
      set(black, "context", json_integer(to.context.id));
      set(object, "program", black);
    } else {
      set(object, "node", json_integer(arc->target.id));
    }
    json_array_append_new(array, object);
  }
  return array;
}

static json_t *json_nodes(const struct graph_names *names) {
  const struct flow *f = names->flow;
  json_t *array = json_array();
  struct text text = {0};
  for (uint32_t i = 0; i < names->live.size; i++) {
    struct node node = names->live.data[i];
    const struct graph_node *n = graph_node(f->graph, node);
    json_t *object = json_object();
    set(object, "id", json_integer(node.id));
    graph_name_node(names, node, &text);
    set(object, "name", json_taken(&text));
    set(object, "location", json_integer(n->location.id));
    set(object, "context", json_integer(n->context.id));
    if (!formula_none(n->formula)) {
      graph_name_formula(names, n->context, n->formula, &text);
      set(object, "formula", json_taken(&text));
      set(object, "conjuncts", json_formula(names, n->formula));
    }
    if (!node_none(n->subsumer)) {
      set(object, "subsumed_by", json_integer(n->subsumer.id));
    } else if (!flow_is_end(f->cfa, n->location)) {
      bool expanded = n->flags & GRAPH_EXPANDED;
      set(object, "executed", json_boolean(expanded));
      if (expanded) set(object, "arcs", json_arcs(names, node));
    }
    json_array_append_new(array, object);
  }
  text_release(&text);
  return array;
}

static void add_summary(const struct pruned_graph *g, json_t *root) {
  struct text share = {0};
  set(root, "finished", json_boolean(g->flow->n_open == 0));
  set(root, "reason", g->reason == REASON_NONE ? json_null() : json_string(reason_name(g->reason)));
  set(root, "plugged_places", json_integer(g->flow->n_open));
  set(root, "edges_ruled_out", json_integer(g->flow->n_cut));
  set(root, "preservation", g->preserves ? json_string(g->preserves) : json_null());
  set(root, "length", json_integer(g->length));
  set(root, "paths_before", g->counted ? json_number(g->before) : json_null());
  set(root, "paths_after", g->counted ? json_number(g->after) : json_null());
  if (g->counted) graph_report_share(g->before, g->after, &share);
  set(root, "paths_feasible", g->counted && g->feasible ? json_number(g->feasible) : json_null());
  set(root, "paths_infeasible", g->counted && g->feasible ? json_number(g->infeasible) : json_null());
  set(root, "share", g->counted ? json_taken(&share) : json_null());
  text_release(&share);
}

void graph_report_json(const struct graph_report *r, struct text *out) {
  struct graph_names names;
  const struct flow *flow = r->graph->flow;
  graph_names_init(&names, r->graph->cfa, flow);
  json_t *root = json_object(), *tool = json_object(), *files = json_array();
  set(tool, "name", json_string("clew"));
  set(tool, "version", json_name(r->version));
  set(root, "tool", tool);
  for (uint32_t i = 0; i < r->n_files; i++) json_array_append_new(files, json_name(r->files[i]));
  set(root, "files", files);
  add_summary(r->graph, root);
  bool has_root = !node_none(flow->root.node) && !flow->empty;
  set(root, "root", has_root ? json_integer(flow->graph->root.id) : json_null());
  set(root, "nodes", json_nodes(&names));
  set(root, "contexts", json_contexts(&names));
  set(root, "locations", json_locations(&names));
  set(root, "edges", json_edges(&names));
  char *text = json_dumps(root, JSON_INDENT(1));
  text_add(out, text ? text : "{}");
  text_addc(out, '\n');
  free(text);
  json_decref(root);
  graph_names_release(&names);
}
