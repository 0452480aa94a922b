// The engine that runs others: its options and statistics. What it looks at (features.h), which engines it picks
// (table.h) and who is next (policy.h) is here; processes are the command's.
#ifndef CLEW_ENGINE_AUTO_AUTO_H
#define CLEW_ENGINE_AUTO_AUTO_H
#include "engine/engine.h"

struct auto_options {
#include "base/option_fields.h"
#include "engine/auto/options.def"
#include "base/option_end.h"
};
// What turns are counted in. Engines that ask hard queries have little effort to show for their time: by effort they
// get far more of it than their shares.
enum { TURNS_TIME, TURNS_EFFORT };

struct auto_statistics {
#define COUNTER(name, text) uint64_t name;
#include "engine/auto/statistics.def"
#undef COUNTER
};

#endif
