// The sequential combination of Chalupa, Strejček, Backward Symbolic Execution with Loop Folding (docs/papers.md,
// section 5): forward symbolic execution for half of the time, which decides what a plain enumeration of paths decides,
// then loop folding for the rest. It is bself with a long pre-run before it (run/run.h); all else is bself's.
#include "engine/bself/bself.h"
#include "engine/engines.h"

// Its pre-run is part of the paper's combination; large blocks are not.
static unsigned capabilities_with(const void *options) {
  bool paper = ((const struct bself_options *)options)->paper;
  return paper ? ENGINE_PRE_RUN : ENGINE_LARGE_BLOCKS | ENGINE_PRE_RUN;
}

static void *open(const struct run_setting *setting, struct claim *claim, const void *options, void *statistics,
                  struct error *error) {
  return engine_bself.open(setting, claim, options, statistics, error);
}

static bool advance(void *engine, const struct slice *slice) { return engine_bself.advance(engine, slice); }

static void view(const void *engine, struct engine_view *view) { engine_bself.view(engine, view); }

static void close(void *engine) { engine_bself.close(engine); }

const struct engine engine_se_bself = {
    .name = "se+bself",
    .summary = "symex for half of the time, then bself (the sequential combination of Chalupa, Strejček)",
    .options = &bself_option_table,
    .statistics = &bself_statistics_table,
    .capabilities = ENGINE_LARGE_BLOCKS | ENGINE_PRE_RUN,
    .capabilities_with = capabilities_with,
    .pre_run_share = 0.5,
    .open = open,
    .advance = advance,
    .view = view,
    .close = close,
};
