// The engines' own entries, for the table.
#ifndef CLEW_ENGINE_ENGINES_H
#define CLEW_ENGINE_ENGINES_H
#include "engine/engine.h"

#define ENGINE(name) extern const struct engine engine_##name;
#include "engine/engines.def"
#undef ENGINE

#endif
