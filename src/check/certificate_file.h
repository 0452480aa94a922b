// Certificates as files (docs/certificate.md), so that a TRUE can be checked again.
//
// A certificate is lines of text: a head that says how the program was read and of which kind the certificate is, the
// contexts, and the nodes of the graph or the cut points of the annotation. Nodes are numbered in the order of
// graph_reachable; locations, edges and variables are those of the automaton, which the head names by a hash of its
// text. Reading checks that numbers are in range and formulas are well formed, nothing more. Whether the certificate
// proves anything, certificate_check finds out.
#ifndef CLEW_CHECK_CERTIFICATE_FILE_H
#define CLEW_CHECK_CERTIFICATE_FILE_H
#include "base/error.h"
#include "graph/certificate.h"

struct certificate_header {
  uint32_t bits; // of the data model: 32 or 64
  bool sliced; // the automaton was sliced
  bool raw; // it was not even compressed
  bool merged; // and branches were merged (cfa_large_blocks),
  bool united; // or only tests (cfa_unite_tests)
  bool partial; // the engine did not finish: there are open arcs, or errors that are not excluded
  bool paths; // it is about paths (certificate_check_paths), not about errors; then it is neither partial nor a proof
  char *entry; // the function where execution starts; owned
  uint64_t program; // certificate_program of the automaton
};

void certificate_header_release(struct certificate_header *header);
// A hash of the automaton's text without the names of files: the same program may lie elsewhere.
uint64_t certificate_program(struct cfa *cfa);
// Is there anything to write? (Not the certificate of an engine that found nothing.)
bool certificate_is_empty(const struct certificate *certificate);
void certificate_write(const struct certificate_header *header, struct cfa *cfa, const struct certificate *certificate,
                       struct text *out);
// The head alone, which says how to read the program. `file` is for messages.
bool certificate_read_header(const char *file, const char *content, size_t size, struct certificate_header *header,
                             struct error *error);
// The rest, into a certificate that was initialised and has an unfold, a new one: contexts are made in it.
bool certificate_read(const char *file, const char *content, size_t size, struct cfa *cfa,
                      struct certificate *certificate, struct error *error);

#endif
