// Certificates: a finished graph as a file (docs/certificate.md), so that anybody can check a TRUE again.
//
// A certificate is lines of text: a head that says how the program was read, the contexts and the nodes. Nodes are
// numbered in the order of graph_reachable; locations, edges and variables are those of the automaton, which the head
// names by a hash of its text. What is read is data: reading checks that numbers are in range and formulas are
// formulas, nothing more. Whether the graph proves anything is what proof_check_graph is for.
#ifndef CLEW_PROOF_CERTIFICATE_H
#define CLEW_PROOF_CERTIFICATE_H
#include "base/error.h"
#include "graph/graph.h"

struct certificate {
  uint32_t bits;       // of the data model: 32 or 64
  bool sliced;         // the automaton was sliced
  bool merged;         // and branches were merged
  bool partial;        // the engine did not finish: there are open arcs
  char *entry;         // the function where execution starts; owned
  uint64_t program;    // certificate_program of the automaton
};

void certificate_release(struct certificate *certificate);
// A hash of the automaton's text without the names of files: the same program may lie elsewhere.
uint64_t certificate_program(struct cfa *cfa);
void certificate_write(const struct certificate *head, struct cfa *cfa, struct unfold *unfold,
                       const struct graph *graph, struct text *out);
// The head alone: what is needed to read the program. `file` is for messages.
bool certificate_read_head(const char *file, const char *content, size_t size, struct certificate *head,
                           struct error *error);
// The rest: contexts are made in `unfold`, which must be new, and the graph, initialised before, is filled.
bool certificate_read(const char *file, const char *content, size_t size, struct cfa *cfa, struct unfold *unfold,
                      struct graph *graph, struct error *error);

#endif
