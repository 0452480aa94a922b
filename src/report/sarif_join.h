// Several SARIF documents as one, with one run.
#ifndef CLEW_REPORT_SARIF_JOIN_H
#define CLEW_REPORT_SARIF_JOIN_H
#include <jansson.h>

// Adds what the run of a document says to the run of the first, *whole (NULL: it becomes the first). Owns `part`.
void sarif_join(json_t **whole, json_t *part);

#endif
