// See claim.h.
#include "graph/claim.h"

void claim_init(struct claim *claim) {
  *claim = (struct claim){.verdict = VERDICT_UNKNOWN, .error_location = LOCATION_NONE};
  certificate_init(&claim->certificate);
}

void claim_release(struct claim *claim) {
  vec_input_value_release(&claim->inputs);
  certificate_release(&claim->certificate);
}
