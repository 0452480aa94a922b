// runtime.c: the parts of a served program's runtime, as C text.
#ifndef CLEW_NATIVE_SERVED_RUNTIME_H
#define CLEW_NATIVE_SERVED_RUNTIME_H
#include "base/text/text.h"

void served_runtime_take(int descriptor, struct text *out);
void served_runtime_giver(const char *type, const char *member, const char *name, struct text *out);
void served_runtime_pointer(struct text *out);
void served_runtime_blocks(struct text *out);
void served_runtime_seen(struct text *out); // how errors are told
void served_runtime_main(struct text *out); // behind all others

#endif
