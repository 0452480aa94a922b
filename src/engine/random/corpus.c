// See corpus.h.
#include "engine/random/corpus.h"

#define MOST_WORDS ((size_t)1 << 21) // of all sequences of a corpus
#define MOST_INPUTS 65536 // of a sequence

void corpus_init(struct corpus *c, uint32_t most) { *c = (struct corpus){.most = most}; }

void corpus_release(struct corpus *c) {
  for (uint32_t i = 0; i < c->list.size; i++) vec_u64_release(&c->list.data[i].inputs);
  vec_sequence_release(&c->list);
}

void corpus_add(struct corpus *c, const uint64_t *inputs, uint32_t n) {
  if (n > MOST_INPUTS) return;
  if (c->list.size < c->most && c->words + n <= MOST_WORDS) {
    vec_sequence_push(&c->list, (struct sequence){0});
    c->next = c->list.size - 1;
  }
  if (!c->list.size) return;
  struct sequence *s = &c->list.data[c->next];
  c->words -= s->inputs.size;
  if (c->words + n > MOST_WORDS) n = 0;
  vec_u64_release(&s->inputs);
  vec_u64_resize(&s->inputs, n);
  if (n) memcpy(s->inputs.data, inputs, n * sizeof *inputs);
  s->picked = 0;
  c->words += n;
  c->next = (c->next + 1) % c->list.size;
}

const struct sequence *corpus_pick(struct corpus *c, struct generator *g) {
  if (!c->list.size) return NULL;
  struct sequence *best = &c->list.data[random_below(g, c->list.size)];
  for (uint32_t i = 0; i < 3; i++) {
    struct sequence *other = &c->list.data[random_below(g, c->list.size)];
    if (other->picked < best->picked) best = other;
  }
  best->picked++;
  return best;
}
