// See proof.h: how a certificate of each kind is checked.
#include "proof/proof.h"
#include "proof/annotation.h"
#include "proof/walk.h"

static bool check_graph(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                        uint64_t *open, const char **message) {
  struct walk_request request = {.cfa = cfa,
                                 .limits = limits,
                                 .stats = stats,
                                 .graph = &certificate->graph,
                                 .unfold = certificate->unfold,
                                 .open = open,
                                 .passed = certificate->passed.data};
  return walk_check(&request, message);
}

bool proof_check(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                 bool partial, uint64_t *open, const char **message) {
  uint64_t unused = 0;
  if (partial && !open) open = &unused;
  if (open) *open = 0;
  vec_u32_clear(&certificate->passed);
  vec_u32_resize(&certificate->passed, cfa->locations.size);
  const char *why = "there is no certificate";
  bool good = false;
  switch (certificate->kind) {
  case CERTIFICATE_NONE: break;
  case CERTIFICATE_GRAPH: good = check_graph(cfa, limits, stats, certificate, partial ? open : NULL, &why); break;
  case CERTIFICATE_ANNOTATION:
    good = annotation_check(cfa, limits, stats, certificate, partial ? open : NULL, &why);
    break;
  }
  // What was seen of a certificate that is not right means nothing.
  if (!good || (open && *open)) vec_u32_clear(&certificate->passed);
  if (message) *message = good ? NULL : why;
  return good;
}
