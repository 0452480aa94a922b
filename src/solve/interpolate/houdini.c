// See houdini.h.
//
// A step need not be asked about again as long as the candidates before it are those that were assumed; they only get
// fewer, so their number tells.
#include "solve/interpolate/houdini.h"

static struct term at_end(struct substitution *end, struct term t) { return end ? substitution_apply(end, t) : t; }

bool houdini_refute(struct vec_term *candidates, struct model *model, struct substitution *end) {
  uint32_t kept = 0, before = candidates->size;
  for (uint32_t i = 0; i < before; i++)
    if (model_holds(model, at_end(end, candidates->data[i]))) candidates->data[kept++] = candidates->data[i];
  candidates->size = kept;
  return kept < before;
}

static uint32_t assumed_now(const struct houdini *h, const struct houdini_step *s) {
  return s->from == HOUDINI_OUTSIDE ? 0 : h->candidates[s->from]->size;
}

// What is known of a run of the step.
static void assume(const struct houdini *h, const struct houdini_step *s, struct vec_term *out) {
  vec_term_clear(out);
  for (uint32_t i = 0; i < s->guards->size; i++) vec_term_push(out, s->guards->data[i]);
  for (uint32_t i = 0; i < assumed_now(h, s); i++) vec_term_push(out, h->candidates[s->from]->data[i]);
}

// Does a run break t at its end?
static enum answer ask_breaks(struct houdini *h, struct vec_term *assumed, struct term t, struct model **model) {
  *model = NULL;
  if (term_is_true(h->tm, t)) return ANSWER_UNSAT;
  vec_term_push(assumed, term_not(h->tm, t));
  enum answer answer = h->ask(h->context, assumed, model);
  assumed->size--;
  return answer;
}

static struct term all_at_end(struct houdini *h, const struct houdini_step *s) {
  const struct vec_term *to = h->candidates[s->to];
  struct vec_term ends = {0};
  for (uint32_t i = 0; i < to->size; i++) vec_term_push(&ends, at_end(s->end, to->data[i]));
  struct term all = ends.size ? term_and_n(h->tm, ends.size, ends.data) : term_true(h->tm);
  vec_term_release(&ends);
  return all;
}

static void keep_proved(struct houdini *h, const struct houdini_step *s, struct vec_term *assumed) {
  struct vec_term *to = h->candidates[s->to];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < to->size; i++) {
    struct model *model;
    struct term t = to->data[i];
    if (ask_breaks(h, assumed, at_end(s->end, t), &model) == ANSWER_UNSAT) to->data[kept++] = t;
    model_unref(model);
  }
  to->size = kept;
}

// Removes what the step breaks; *n: how many candidates were assumed before it when no more was broken.
static bool decide_step(struct houdini *h, const struct houdini_step *s, struct vec_term *assumed, uint32_t *n) {
  enum answer answer = ANSWER_SAT;
  while (answer == ANSWER_SAT) {
    struct model *model;
    *n = assumed_now(h, s);
    assume(h, s, assumed);
    struct term all = all_at_end(h, s);
    if (term_is_true(h->tm, all)) return true;
    if (h->questions++ >= h->max_questions) return false;
    answer = ask_breaks(h, assumed, all, &model);
    bool refuted = answer == ANSWER_SAT && houdini_refute(h->candidates[s->to], model, s->end);
    model_unref(model);
    if (answer == ANSWER_SAT && !refuted) return false; // cannot be, unless the model is wrong
  }
  if (answer == ANSWER_UNKNOWN && h->one_by_one) keep_proved(h, s, assumed);
  return answer == ANSWER_UNSAT || h->one_by_one;
}

bool houdini_run(struct houdini *h) {
  struct vec_term assumed = {0};
  uint32_t *decided = mem_alloc((h->n_steps + 1) * sizeof *decided); // by step: candidates assumed; UINT32_MAX: never
  for (uint32_t i = 0; i < h->n_steps; i++) decided[i] = UINT32_MAX;
  bool good = true;
  for (bool changed = true; changed && good;) {
    changed = false;
    for (uint32_t i = 0; i < h->n_steps && good; i++) {
      if (decided[i] == assumed_now(h, &h->steps[i])) continue;
      changed = true;
      good = decide_step(h, &h->steps[i], &assumed, &decided[i]);
    }
  }
  mem_free(decided);
  vec_term_release(&assumed);
  return good;
}
