// The tokens of a C file, a part of its outline.
#ifndef CLEW_WITNESS_TOKENS_H
#define CLEW_WITNESS_TOKENS_H
#include "witness/outline.h"

void tokens_scan(struct outline *o);
bool tokens_match(struct outline *o); // brackets; false: they do not match

#endif
