// An automaton as a graph for Graphviz.
#include "cfa/build.h"

static void add_quoted(struct text *out, const char *s) {
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') text_addc(out, '\\');
    if (*s == '\n') text_add(out, "\\l");
    else text_addc(out, *s);
  }
}

static void print_location(const struct cfa *cfa, struct location id, struct text *out) {
  static const char *const styles[] = {
      [LOC_PLAIN] = "shape=circle",
      [LOC_EXIT] = "shape=doublecircle",
      [LOC_ERROR] = "shape=octagon, style=filled, fillcolor=salmon",
      [LOC_STOP] = "shape=point, width=0.15",
      [LOC_UNSUPPORTED] = "shape=octagon, style=filled, fillcolor=khaki",
  };
  const struct cfa_location *l = cfa_location(cfa, id);
  text_printf(out, "    l%u [%s%s, label=\"%u", id.id, styles[l->kind],
              l->loop_head ? ", style=filled, fillcolor=lightblue" : "", id.id);
  if (*l->text) {
    text_add(out, "\\n");
    add_quoted(out, l->text);
  }
  if (l->place.line) text_printf(out, "\\nline %u", l->place.line);
  text_add(out, "\"];\n");
}

// What the edge does, one thing per line, as C.
static void describe_edge(struct cfa *cfa, const struct cfa_edge *e, struct text *out) {
  if (!term_is_true(cfa->tm, e->guard)) {
    text_addc(out, '[');
    term_print_c(cfa->tm, e->guard, out);
    text_add(out, "]\n");
  }
  for (uint32_t i = 0; i < e->inputs.size; i++)
    text_printf(out, "%s = %s()\n", term_var_name(cfa->tm, e->inputs.data[i].term), e->inputs.data[i].name);
  for (uint32_t i = 0; i < e->allocs.size; i++) {
    text_printf(out, "%s = new %s of ", term_var_name(cfa->tm, e->allocs.data[i].term),
                e->allocs.data[i].name ? e->allocs.data[i].name : "object");
    term_print_c(cfa->tm, e->allocs.data[i].size, out);
    text_addc(out, '\n');
  }
  for (uint32_t i = 0; i < e->updates.size; i++) {
    text_printf(out, "%s = ", cfa->vars.data[e->updates.data[i].var].name);
    term_print_c(cfa->tm, e->updates.data[i].value, out);
    text_addc(out, '\n');
  }
  if (e->callee == CFA_NONE) return;
  if (e->result != CFA_NONE) text_printf(out, "%s = ", cfa->vars.data[e->result].name);
  text_printf(out, "%s(", cfa->functions.data[e->callee].name);
  for (uint32_t i = 0; i < e->args.size; i++) {
    if (i) text_add(out, ", ");
    term_print_c(cfa->tm, e->args.data[i], out);
  }
  text_add(out, ")\n");
}

void cfa_print_dot(struct cfa *cfa, struct text *out) {
  struct text label = {0};
  struct vec_location *locations = mem_zalloc((size_t)cfa->functions.size + 1, sizeof *locations);
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    vec_location_push(&locations[cfa->locations.data[i].function], (struct location){i});
  text_add(out, "digraph \"");
  add_quoted(out, cfa->name);
  text_add(out, "\" {\n  node [fontsize=10]; edge [fontsize=9, fontname=monospace];\n");
  for (uint32_t f = 0; f < cfa->functions.size; f++) {
    text_printf(out, "  subgraph cluster_%u {\n    label=\"", f);
    add_quoted(out, cfa->functions.data[f].name);
    text_add(out, "\";\n");
    for (uint32_t i = 0; i < locations[f].size; i++) print_location(cfa, locations[f].data[i], out);
    if (!location_none(cfa->functions.data[f].entry))
      text_printf(out, "    entry%u [shape=none, label=\"\"]; entry%u -> l%u;\n", f, f,
                  cfa->functions.data[f].entry.id);
    text_add(out, "  }\n");
    vec_location_release(&locations[f]);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    text_clear(&label);
    describe_edge(cfa, e, &label);
    text_printf(out, "  l%u -> l%u [%slabel=\"", e->from.id, e->to.id, e->callee == CFA_NONE ? "" : "style=dashed, ");
    add_quoted(out, text_cstr(&label));
    text_add(out, "\"];\n");
  }
  text_add(out, "}\n");
  mem_free(locations);
  text_release(&label);
}
