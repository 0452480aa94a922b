// See policy.h.
#include "portfolio/policy.h"
#include <assert.h>

// The effort of a worker's first slice, of its longest, and by how much each is longer than the one before. An engine
// does between a hundred thousand and some millions in a second: no worker has a long turn before the others had a
// turn.
#define SLICE_FIRST (UINT64_C(1) << 16)
#define SLICE_LONGEST (UINT64_C(1) << 20)
#define SLICE_GROWTH 2

// So many slices without progress halve a share, down to this part of what the table says.
#define STUCK_SLICES 8
#define SHARE_FLOOR 0.25

enum member_state { MEMBER_READY, MEMBER_RUNNING, MEMBER_DONE };

struct member {
  enum member_state state;
  double given, share; // by the table, and now
  double had;          // effort, each part of it divided by the share of its time
  uint64_t slice;      // the next one
  uint64_t progress;
  uint32_t stuck; // slices since there was some
};

struct policy {
  uint32_t n;
  struct member *members;
};

struct policy *policy_new(uint32_t n, const uint32_t *shares) {
  struct policy *p = mem_zalloc(1, sizeof *p);
  p->n = n;
  p->members = mem_zalloc(n + 1, sizeof *p->members);
  for (uint32_t i = 0; i < n; i++) {
    assert(shares[i]);
    p->members[i] = (struct member){.given = shares[i], .share = shares[i], .slice = SLICE_FIRST};
  }
  return p;
}

void policy_free(struct policy *p) {
  mem_free(p->members);
  mem_free(p);
}

int policy_next(struct policy *p, uint64_t *effort) {
  int next = -1;
  for (uint32_t i = 0; i < p->n; i++) {
    if (p->members[i].state != MEMBER_READY) continue;
    if (next < 0 || p->members[i].had < p->members[next].had) next = (int)i;
  }
  if (next < 0) return -1;
  struct member *m = &p->members[next];
  m->state = MEMBER_RUNNING;
  *effort = m->slice;
  m->slice = m->slice * SLICE_GROWTH < SLICE_LONGEST ? m->slice * SLICE_GROWTH : SLICE_LONGEST;
  return next;
}

static void adapt_share(struct member *m, uint64_t progress) {
  if (progress != m->progress) {
    m->progress = progress;
    m->stuck = 0;
    m->share = m->given;
  } else if (++m->stuck % STUCK_SLICES == 0 && m->share > m->given * SHARE_FLOOR) {
    m->share /= 2;
  }
}

void policy_used(struct policy *p, uint32_t worker, uint64_t effort, uint64_t progress) {
  struct member *m = &p->members[worker];
  if (m->state == MEMBER_DONE) return;
  assert(m->state == MEMBER_RUNNING);
  m->state = MEMBER_READY;
  m->had += (double)effort / m->share;
  adapt_share(m, progress);
}

void policy_done(struct policy *p, uint32_t worker) { p->members[worker].state = MEMBER_DONE; }

bool policy_is_over(const struct policy *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (p->members[i].state != MEMBER_DONE) return false;
  return true;
}
