// What the result of the instrumented program says about the witness.
#include "campaign/validate/validator.h"
#include "campaign/undefined_exits.h"
#include <inttypes.h>
#include <string.h>

#define EXITS_SECONDS 2 // of the processor, for the search for undefined evaluations after TRUE

// The evaluation of an invariant must be free of undefined behaviour, in which paths would end. A witness is refused if
// a search finds such an exit; the checks of the invariants do not depend on it.
static void judge_evaluation(struct validator *v) {
  struct undefined_exits exits = {0};
  if (!v->inst.partial) return;
  double left = limits_remaining(&v->job->limits) / 4;
  undefined_exits_find_each(v->job, &exits, left < EXITS_SECONDS ? left : EXITS_SECONDS);
  for (uint32_t i = 0; i < exits.list.size && !v->why.size; i++) {
    struct source_place place = exits.list.data[i].place;
    uint32_t point = validator_original_place(v, &place, false);
    if (point == OUTLINE_NONE) continue;
    const struct witness_point *p = &v->witness.points.data[point];
    validator_say_place(v, p->value_node);
    text_printf(&v->why, "the evaluation of the invariant at %s:%" PRIu32 " may be undefined: %s", p->file, p->line,
                exits.list.data[i].text);
  }
  undefined_exits_release(&exits);
  if (v->why.size) validator_refuse(v);
}

static void judge_invariants(struct validator *v) {
  if (v->verifier.result.verdict == VERDICT_TRUE) judge_evaluation(v);
  if (v->verifier.result.verdict != VERDICT_FALSE) return;
  const struct cfa_location *error = cfa_location(v->job->program.cfa, v->verifier.result.claim.error_location);
  uint32_t point = map_u32_get_or(&v->point_of, error->number, 0);
  if (point) {
    const struct witness_point *p = &v->witness.points.data[point - 1];
    validator_say_place(v, p->value_node);
    bool fails = error->property == PROPERTY_UNREACH || !strstr(error->text ? error->text : "", "overflow");
    text_printf(&v->why, "the invariant at %s:%" PRIu32 " %s, as a run shows", p->file, p->line,
                fails ? "does not hold" : "does not hold or its evaluation is undefined");
  } else {
    text_printf(&v->why, "%s: the program violates the property, as a run shows: ", v->witness.name);
    cfa_place_print(v->job->program.cfa, error->place, &v->why);
  }
  validator_refuse(v);
}

static void judge_undefined(struct validator *v) {
  if (v->verifier.result.verdict != VERDICT_FALSE) return;
  const struct cfa_location *error = cfa_location(v->job->program.cfa, v->verifier.result.claim.error_location);
  uint32_t point = map_u32_get_or(&v->point_of, error->number, 0);
  if (!point) return;
  const struct witness_point *p = &v->witness.points.data[point - 1];
  validator_say_place(v, p->value_node);
  text_printf(&v->why, "the evaluation of the invariant at %s:%" PRIu32 " is undefined, as a run shows: %s", p->file,
              p->line, error->text ? error->text : property_table[error->property].name);
  v->undefined = true;
  validator_refuse(v);
}

static void judge_violation(struct validator *v) {
  if (v->verifier.result.verdict != VERDICT_TRUE) return;
  text_printf(&v->why, "%s: no run that follows it violates the property at its target", v->witness.name);
  validator_refuse(v);
}

void validator_judge(struct validator *v) {
  if (v->mode == VALIDATE_EVALUATION) judge_undefined(v);
  else if (v->witness.is_violation) judge_violation(v);
  else judge_invariants(v);
}
