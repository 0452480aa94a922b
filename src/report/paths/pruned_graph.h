// A red-black graph without its infeasible paths, for people (text), for Graphviz (DOT) and for programs (JSON).
//
// Nodes are named by their line and the number of the occurrence, as in Aissat, Voisin, Wolff: "12#0"; where a line has
// several locations a letter tells them apart ("12b#0"), and a node of a called function has its context in front
// ("f@3:12#0"). What was cut is ⊥. All of it is deterministic.
#ifndef CLEW_REPORT_PATHS_PRUNED_GRAPH_H
#define CLEW_REPORT_PATHS_PRUNED_GRAPH_H
#include "campaign/pruning/pruning.h"

struct graph_report {
  const char *version;
  uint32_t n_files;
  const char *const *files;
  const struct pruned_graph *graph;
};

void graph_report_text(const struct graph_report *r, struct text *out);
void graph_report_dot(const struct graph_report *r, struct text *out);
void graph_report_json(const struct graph_report *r, struct text *out);
// What was done and the numbers, a few lines; each begins with `prefix`.
void graph_report_summary(const struct graph_report *r, const char *prefix, struct text *out);
// "34.2 %" of before; "-" if that is none.
void graph_report_share(mpz_srcptr before, mpz_srcptr after, struct text *out);
// The number itself, or with about `digits` digits and a power of ten where it has more.
void graph_report_number(mpz_srcptr number, uint32_t digits, struct text *out);

// --- graph_names.c: what nodes and edges are called --------------------------------------------

struct graph_names {
  const struct flow *flow;
  struct cfa *cfa;
  char **locations; // by location: "12b"; "L7" where the line is not known
  uint32_t *occurrence; // by node
  struct vec_node live; // the nodes left, depth-first
};

void graph_names_init(struct graph_names *names, struct cfa *cfa, const struct flow *flow);
void graph_names_release(struct graph_names *names);
void graph_name_place(const struct graph_names *names, struct context context, struct location location,
                      struct text *out);
void graph_name_node(const struct graph_names *names, struct node node, struct text *out);
// "if (x > 0) y = 1; z = x" as C; the variables of the program only, if `brief`. Nothing for an edge that does nothing.
void graph_name_edge(const struct graph_names *names, struct edge edge, bool brief, struct text *out);
// A formula in a context, its conjuncts joined by " && "; nothing for none.
void graph_name_formula(const struct graph_names *names, struct context context, struct formula formula,
                        struct text *out);
// What a location is where a path ends: "error: reach_error", "exit"; NULL elsewhere.
const char *graph_name_end(const struct cfa *cfa, struct location location);

#endif
