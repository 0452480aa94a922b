// The default engine: several engines that share the time (src/portfolio). Here are its options and statistics, as the
// table of engines has them.
#ifndef CLEW_ENGINE_AUTO_AUTO_H
#define CLEW_ENGINE_AUTO_AUTO_H
#include "engine/engine.h"

struct auto_options {
#include "base/table/option_fields.h"
#include "engine/auto/options.def"
#include "base/table/option_end.h"
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
