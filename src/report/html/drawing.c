// See drawing.h.
#include "report/html/drawing.h"
#include "base/process/isolate.h"
#include "base/text/text.h"
#include <graphviz/gvc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct work {
  const struct vec_drawing *drawings;
  double seconds;
};

// --- one graph ------------------------------------------------------------------------------------------------------

static void set_size(Agnode_t *node, struct drawing_node size) {
  char text[32];
  snprintf(text, sizeof text, "%.4f", size.width / POINTS_PER_INCH);
  agsafeset(node, (char *)"width", text, (char *)"");
  snprintf(text, sizeof text, "%.4f", size.height / POINTS_PER_INCH);
  agsafeset(node, (char *)"height", text, (char *)"");
}

static void set_style(Agraph_t *g) {
  agattr(g, AGNODE, (char *)"shape", "box");
  agattr(g, AGNODE, (char *)"label", ""); // no text: no fonts are looked for
  agattr(g, AGNODE, (char *)"fixedsize", "true");
  agattr(g, AGNODE, (char *)"width", "1");
  agattr(g, AGNODE, (char *)"height", "1");
  agattr(g, AGEDGE, (char *)"arrowhead", "none");
  agattr(g, AGRAPH, (char *)"nodesep", "0.22");
  agattr(g, AGRAPH, (char *)"ranksep", "0.26");
}

// The path of an arc: "M x y C …".
static void add_path(Agedge_t *edge, double height, struct text *out) {
  const splines *all = ED_spl(edge);
  text_addc(out, '"');
  for (int k = 0; all && k < (int)all->size; k++) {
    const bezier *b = &all->list[k];
    for (int i = 0; i < (int)b->size; i++)
      text_printf(out, "%s%.0f %.0f", i == 0 ? "M" : i == 1 ? "C" : " ", b->list[i].x, height - b->list[i].y);
    if (b->eflag) text_printf(out, "L%.0f %.0f", b->ep.x, height - b->ep.y);
  }
  text_addc(out, '"');
}

static void add_layout(Agraph_t *g, uint32_t n, Agnode_t **nodes, uint32_t n_arcs, Agedge_t **arcs, struct text *out) {
  double height = GD_bb(g).UR.y;
  text_printf(out, "{\"w\":%.0f,\"h\":%.0f,\"n\":[", ceil(GD_bb(g).UR.x), ceil(height));
  for (uint32_t i = 0; i < n; i++)
    text_printf(out, "%s%.0f,%.0f", i ? "," : "", ND_coord(nodes[i]).x, height - ND_coord(nodes[i]).y);
  text_add(out, "],\"a\":[");
  for (uint32_t i = 0; i < n_arcs; i++) {
    if (i) text_addc(out, ',');
    add_path(arcs[i], height, out);
  }
  text_add(out, "]}");
}

static void lay_out(GVC_t *gvc, const struct drawing *d, struct text *out) {
  Agraph_t *g = agopen((char *)"g", Agdirected, NULL);
  Agnode_t **nodes = mem_zalloc((size_t)d->nodes.size + 1, sizeof *nodes);
  Agedge_t **arcs = mem_zalloc((size_t)d->arcs.size + 1, sizeof *arcs);
  set_style(g);
  for (uint32_t i = 0; i < d->nodes.size; i++) {
    char name[16];
    snprintf(name, sizeof name, "%u", i);
    nodes[i] = agnode(g, name, 1);
    set_size(nodes[i], d->nodes.data[i]);
  }
  for (uint32_t i = 0; i < d->arcs.size; i++) {
    char name[16];
    snprintf(name, sizeof name, "%u", i);
    arcs[i] = agedge(g, nodes[d->arcs.data[i].from], nodes[d->arcs.data[i].to], name, 1);
  }
  if (gvLayout(gvc, g, "dot") == 0) {
    add_layout(g, d->nodes.size, nodes, d->arcs.size, arcs, out);
    gvFreeLayout(gvc, g);
  }
  agclose(g);
  mem_free(nodes);
  mem_free(arcs);
}

// --- all of them ----------------------------------------------------------------------------------------------------

// In the child: a line for each, empty where there is no layout.
static bool lay_out_all(void *context, struct text *said) {
  const struct work *work = context;
  double end = clock_now() + work->seconds;
  agseterr(AGMAX); // its warnings are not shown
  GVC_t *gvc = gvContext();
  for (uint32_t i = 0; i < work->drawings->size; i++) {
    const struct drawing *d = &work->drawings->data[i];
    if (d->nodes.size && d->nodes.size <= DRAWING_NODES_MAX && clock_now() < end) lay_out(gvc, d, said);
    text_addc(said, '\n');
  }
  return true;
}

void drawings_lay_out(struct vec_drawing *drawings, double seconds) {
  struct limits limits = {.started = clock_now()}; // those of the run are over
  struct work work = {drawings, seconds};
  struct text said = {0};
  if (drawings->size && isolate_run(&limits, 2 * seconds, lay_out_all, &work, &said)) {
    const char *at = text_cstr(&said);
    for (uint32_t i = 0; i < drawings->size && *at; i++) {
      size_t length = strcspn(at, "\n");
      if (length) drawings->data[i].layout = mem_strndup(at, length);
      at += length + (at[length] != 0);
    }
  }
  text_release(&said);
}

void drawings_release(struct vec_drawing *drawings) {
  for (uint32_t i = 0; i < drawings->size; i++) {
    vec_drawing_node_release(&drawings->data[i].nodes);
    vec_drawing_arc_release(&drawings->data[i].arcs);
    mem_free(drawings->data[i].layout);
  }
  vec_drawing_release(drawings);
}
