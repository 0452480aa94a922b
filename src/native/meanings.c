// The table of meanings: see meanings.def. A check that fails calls clew_error with the name of its property; the
// claim is confirmed if that is the property of the claimed error, in its line (replay.c).
#include "native/harness.h"

#define MEANING(name) extern const char meaning_##name[];
#include "native/meanings.def"
#undef MEANING

void harness_meanings(struct text *out) {
#define MEANING(name) text_add(out, meaning_##name);
#include "native/meanings.def"
#undef MEANING
}
