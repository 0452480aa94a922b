// See check.h: how a certificate of each kind is checked.
#include "check/check.h"
#include "check/annotation.h"
#include "check/certificate_file.h"
#include "check/walk.h"

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

static bool check_plain(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                        uint64_t *open, const char **message) {
  switch (certificate->kind) {
  case CERTIFICATE_GRAPH: return check_graph(cfa, limits, stats, certificate, open, message);
  case CERTIFICATE_ANNOTATION: return annotation_check(cfa, limits, stats, certificate, open, message);
  default: return false;
  }
}

// The automaton with summaries is made again, and the certificate read again for it: of the engine's nothing is left
// but what the certificate says.
static bool check_summarised(struct cfa *cfa, struct limits *limits, struct stats *stats,
                             struct certificate *certificate, uint64_t *open, const char **message) {
  struct certificate_header header = {.bits = cfa->pointer_bits, .entry = "main", .partial = open};
  struct text text = {0};
  struct error error = {0};
  struct certificate again;
  certificate_init(&again);
  again.unfold = unfold_new(cfa);
  certificate_write(&header, cfa, certificate, &text);
  bool good = certificate_read("certificate", text_cstr(&text), text.size, cfa, &again, &error);
  if (!good) *message = "the summaries of its functions do not give the automaton that it is about";
  else {
    vec_u32_resize(&again.passed, again.summarised->cfa->locations.size);
    good = check_plain(again.summarised->cfa, limits, stats, &again, open, message);
  }
  unfold_free(again.unfold);
  certificate_release(&again);
  error_release(&error);
  text_release(&text);
  return good;
}

bool certificate_check(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                       bool partial, uint64_t *open, const char **message) {
  uint64_t unused = 0;
  if (partial && !open) open = &unused;
  if (open) *open = 0;
  vec_u32_clear(&certificate->passed);
  vec_u32_resize(&certificate->passed, cfa->locations.size);
  const char *why = "there is no certificate";
  bool good = (certificate->summarised ? check_summarised : check_plain)(cfa, limits, stats, certificate,
                                                                         partial ? open : NULL, &why);
  // What was seen of a certificate that is not right means nothing, nor what was seen of another automaton.
  if (!good || certificate->summarised || (open && *open)) vec_u32_clear(&certificate->passed);
  if (message) *message = good ? NULL : why;
  return good;
}

bool certificate_check_paths(struct cfa *cfa, struct limits *limits, struct stats *stats,
                             const struct certificate *certificate, uint64_t *open, const char **message) {
  *message = "it is no graph of the program's own paths";
  if (certificate->kind != CERTIFICATE_GRAPH || certificate->summarised) return false;
  *open = 0;
  struct walk_request request = {.cfa = cfa,
                                 .limits = limits,
                                 .stats = stats,
                                 .graph = &certificate->graph,
                                 .unfold = certificate->unfold,
                                 .open = open,
                                 .paths = true};
  return walk_check(&request, message);
}
