// The check of an annotation of cut points, see annotation.c.
#ifndef CLEW_CHECK_ANNOTATION_H
#define CLEW_CHECK_ANNOTATION_H
#include "base/process/limits.h"
#include "base/table/stats.h"
#include "graph/certificate.h"

// Does the annotation hold, as graph/certificate.h says, and exclude every error? With `open`, errors that it does not
// exclude are counted there instead of refused. The certificate's `passed` has an entry for every location. False:
// *message (static) says why.
bool annotation_check(struct cfa *cfa, struct limits *limits, struct stats *stats, struct certificate *certificate,
                      uint64_t *open, const char **message);

#endif
