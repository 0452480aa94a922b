// The witness of a verdict (witness/witness.h), as far as the format has one.
#ifndef CLEW_CAMPAIGN_WITNESSES_H
#define CLEW_CAMPAIGN_WITNESSES_H
#include "run/verifier.h"
#include "witness/execution_log.h"

// Why a verdict about this program has no witness; NULL: it has one.
const char *witness_lack(const struct verifier *v, enum verdict verdict);
// The witness of the verifier's verdict; `log` is the execution log of FALSE, or NULL. Appended. False: `error`.
bool witness_make(const struct verifier *v, struct execution_log *log, struct text *out, struct error *error);

#endif
