// See reached.h.
//
// There are three tables, each from a hash to a chain of nodes: by all parts of the state, by the parts whose order is
// equality after projection (with the domains that they have), and by the parts that are kept apart when states merge.
// Hashes may collide: what a chain has is compared.
#include "engine/cpa/reached.h"
#include "graph/record.h"
#include <assert.h>

#define LINK_NONE UINT32_MAX

struct chained {
  struct node node;
  uint32_t next; // or LINK_NONE
};
VEC_TYPE(vec_chained, struct chained)

struct table {
  struct map_u32 first; // hash → index into links
  struct vec_chained links;
  uint32_t unused; // links that were removed; LINK_NONE: none
};

// A domain of states at a place: what the analyses with lookups call it.
struct domain {
  uint32_t numbers[ANALYSES_MAX];
  uint32_t nodes; // that have it
  struct vec_u32 within; // of the domains looked at, those that a state of this one has all of
  uint32_t looked_at;
};
VEC_TYPE(vec_domain, struct domain)
struct place_domains {
  struct vec_domain all;
  struct map_u32 number; // hash → index
};
VEC_TYPE(vec_place_domains, struct place_domains)

struct reached {
  struct cpa *cpa;
  struct table same, projected, mergeable;
  struct map_u32 places; // place_key → index into domains
  struct vec_place_domains domains;
};

// --- tables ----------------------------------------------------------------------------------------------------------

static void table_add(struct table *t, uint64_t hash, struct node node) {
  uint32_t at = t->unused;
  if (at == LINK_NONE) {
    at = t->links.size;
    vec_chained_push(&t->links, (struct chained){0});
  } else {
    t->unused = t->links.data[at].next;
  }
  t->links.data[at] = (struct chained){node, map_u32_get_or(&t->first, hash, LINK_NONE)};
  map_u32_put(&t->first, hash, at);
}

static void table_remove(struct table *t, uint64_t hash, struct node node) {
  uint32_t *link = map_u32_find(&t->first, hash);
  assert(link);
  bool is_first = true;
  while (!node_same(t->links.data[*link].node, node)) {
    link = &t->links.data[*link].next;
    is_first = false;
  }
  uint32_t at = *link, next = t->links.data[at].next;
  if (is_first && next == LINK_NONE) map_u32_remove(&t->first, hash);
  else *link = next;
  t->links.data[at].next = t->unused;
  t->unused = at;
}

static uint32_t table_first(const struct table *t, uint64_t hash) { return map_u32_get_or(&t->first, hash, LINK_NONE); }

static void table_release(struct table *t) {
  map_u32_release(&t->first);
  vec_chained_release(&t->links);
}

static size_t table_bytes(const struct table *t) {
  return t->first.capacity * sizeof *t->first.cells + t->links.capacity * sizeof *t->links.data;
}

// --- keys ------------------------------------------------------------------------------------------------------------

// Never MAP_EMPTY.
static uint64_t finish(uint64_t hash) { return hash_u64(hash) >> 1; }

static uint64_t hash_same(const struct cpa *cpa, struct place place, const struct composite *s) {
  uint64_t hash = place_key(place);
  for (uint32_t i = 0; i < cpa->n; i++) hash = hash_mix(hash, s->parts[i].id);
  return finish(hash);
}

// The state has the domain's projections in the parts with lookups.
static uint64_t hash_projected(const struct cpa *cpa, struct place place, const uint32_t *domain,
                               const struct composite *s) {
  uint64_t hash = place_key(place);
  for (uint32_t i = 0; i < cpa->n; i++)
    if (cpa->analyses[i]->by_lookup) hash = hash_mix(hash_mix(hash, domain[i]), s->parts[i].id);
  return finish(hash);
}

static uint64_t hash_mergeable(const struct cpa *cpa, struct place place, const struct composite *s) {
  uint64_t hash = place_key(place);
  for (uint32_t i = 0; i < cpa->n; i++)
    if (!cpa->joins[i]) hash = hash_mix(hash, s->parts[i].id);
  return finish(hash);
}

static void domain_of(const struct cpa *cpa, const struct composite *s, uint32_t *out) {
  for (uint32_t i = 0; i < cpa->n; i++) {
    const struct analysis *a = cpa->analyses[i];
    out[i] = a->by_lookup && a->domain ? a->domain(cpa->selves[i], s->parts[i]) : 0;
  }
}

static bool same_domain(const struct cpa *cpa, const uint32_t *a, const uint32_t *b) {
  for (uint32_t i = 0; i < cpa->n; i++)
    if (a[i] != b[i]) return false;
  return true;
}

// --- the set ---------------------------------------------------------------------------------------------------------

struct reached *reached_set_new(struct cpa *cpa) {
  struct reached *r = mem_zalloc(1, sizeof *r);
  r->cpa = cpa;
  r->same.unused = r->projected.unused = r->mergeable.unused = LINK_NONE;
  return r;
}

void reached_set_free(struct reached *r) {
  if (!r) return;
  table_release(&r->same);
  table_release(&r->projected);
  table_release(&r->mergeable);
  for (uint32_t i = 0; i < r->domains.size; i++) {
    struct place_domains *d = &r->domains.data[i];
    for (uint32_t k = 0; k < d->all.size; k++) vec_u32_release(&d->all.data[k].within);
    vec_domain_release(&d->all);
    map_u32_release(&d->number);
  }
  vec_place_domains_release(&r->domains);
  map_u32_release(&r->places);
  mem_free(r);
}

size_t reached_bytes(const struct reached *r) {
  return table_bytes(&r->same) + table_bytes(&r->projected) + table_bytes(&r->mergeable);
}

static struct place_domains *domains_at(struct reached *r, struct place place) {
  uint32_t *found = map_u32_find(&r->places, place_key(place));
  if (found) return &r->domains.data[*found];
  map_u32_put(&r->places, place_key(place), r->domains.size);
  vec_place_domains_push(&r->domains, (struct place_domains){0});
  return &r->domains.data[r->domains.size - 1];
}

// Its index; made if it is new.
static uint32_t find_domain(const struct cpa *cpa, struct place_domains *domains, const uint32_t *numbers) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < cpa->n; i++) hash = hash_mix(hash, numbers[i]);
  uint32_t *found = map_u32_find(&domains->number, finish(hash));
  if (found && same_domain(cpa, domains->all.data[*found].numbers, numbers)) return *found;
  for (uint32_t i = 0; found && i < domains->all.size; i++)
    if (same_domain(cpa, domains->all.data[i].numbers, numbers)) return i;
  if (!found) map_u32_put(&domains->number, finish(hash), domains->all.size);
  vec_domain_push(&domains->all, (struct domain){0});
  for (uint32_t i = 0; i < cpa->n; i++) domains->all.data[domains->all.size - 1].numbers[i] = numbers[i];
  return domains->all.size - 1;
}

static struct domain *domain_at(struct reached *r, struct place place, const uint32_t *numbers) {
  struct place_domains *domains = domains_at(r, place);
  uint32_t i = find_domain(r->cpa, domains, numbers);
  return &domains->all.data[i];
}

void reached_add(struct reached *r, struct place place, struct node node, const struct composite *closed) {
  uint32_t domain[ANALYSES_MAX];
  domain_of(r->cpa, closed, domain);
  domain_at(r, place, domain)->nodes++;
  table_add(&r->same, hash_same(r->cpa, place, closed), node);
  table_add(&r->projected, hash_projected(r->cpa, place, domain, closed), node);
  if (r->cpa->any_joins) table_add(&r->mergeable, hash_mergeable(r->cpa, place, closed), node);
}

void reached_remove(struct reached *r, struct place place, struct node node, const struct composite *closed) {
  uint32_t domain[ANALYSES_MAX];
  domain_of(r->cpa, closed, domain);
  domain_at(r, place, domain)->nodes--;
  table_remove(&r->same, hash_same(r->cpa, place, closed), node);
  table_remove(&r->projected, hash_projected(r->cpa, place, domain, closed), node);
  if (r->cpa->any_joins) table_remove(&r->mergeable, hash_mergeable(r->cpa, place, closed), node);
}

// --- coverage --------------------------------------------------------------------------------------------------------

static bool is_at(const struct cpa *cpa, struct node node, struct place place) {
  return place_key(cpa_place(cpa, node)) == place_key(place);
}

static struct node find_same(struct reached *r, struct place place, const struct composite *s) {
  const struct cpa *cpa = r->cpa;
  for (uint32_t at = table_first(&r->same, hash_same(cpa, place, s)); at != LINK_NONE;
       at = r->same.links.data[at].next) {
    struct node node = r->same.links.data[at].node;
    const struct composite *other = &cpa->states.data[node.id].state;
    uint32_t i = 0;
    while (i < cpa->n && abstract_same(other->parts[i], s->parts[i])) i++;
    if (i == cpa->n && is_at(cpa, node, place)) return node;
  }
  return NODE_NONE;
}

// `out` NULL: may it be projected?
static bool project(const struct cpa *cpa, const struct composite *s, const uint32_t *domain, struct composite *out) {
  if (out) *out = *s;
  for (uint32_t i = 0; i < cpa->n; i++) {
    const struct analysis *a = cpa->analyses[i];
    if (!a->by_lookup || !a->project) continue;
    if (!a->project(cpa->selves[i], s->parts[i], domain[i], out ? &out->parts[i] : NULL)) return false;
  }
  return true;
}

// `projected` is the state with what the other's domain has of it.
static bool lies_in(const struct cpa *cpa, const struct composite *s, const struct composite *projected,
                    const struct composite *other) {
  for (uint32_t i = 0; i < cpa->n; i++) {
    const struct analysis *a = cpa->analyses[i];
    if (a->by_lookup
            ? !abstract_same(projected->parts[i], other->parts[i])
            : !abstract_same(s->parts[i], other->parts[i]) && !a->less(cpa->selves[i], s->parts[i], other->parts[i]))
      return false;
  }
  return true;
}

static struct node find_in_domain(struct reached *r, struct place place, const struct domain *d,
                                  const struct composite *s) {
  const struct cpa *cpa = r->cpa;
  struct composite projected;
  if (!project(cpa, s, d->numbers, &projected)) return NODE_NONE;
  uint64_t hash = hash_projected(cpa, place, d->numbers, &projected);
  for (uint32_t at = table_first(&r->projected, hash); at != LINK_NONE; at = r->projected.links.data[at].next) {
    struct node node = r->projected.links.data[at].node;
    if (is_at(cpa, node, place) && lies_in(cpa, s, &projected, &cpa->states.data[node.id].state)) return node;
  }
  return NODE_NONE;
}

// Where a loop fills an array every state has a domain of its own: of many, those are looked at that were there first
// (they ask for least) and the newest.
#define FIRST_DOMAINS 16
#define LAST_DOMAINS 48

// Which domains may have a state that covers this one: that depends on its domain alone.
static struct domain *look_at_domains(const struct cpa *cpa, struct place_domains *domains, const struct composite *s) {
  uint32_t numbers[ANALYSES_MAX];
  domain_of(cpa, s, numbers);
  uint32_t i = find_domain(cpa, domains, numbers);
  struct domain *own = &domains->all.data[i];
  for (; own->looked_at < domains->all.size; own->looked_at++) {
    uint32_t k = own->looked_at;
    if (k >= FIRST_DOMAINS && k + LAST_DOMAINS < domains->all.size) continue;
    if (project(cpa, s, domains->all.data[k].numbers, NULL)) vec_u32_push(&own->within, k);
  }
  return own;
}

struct node reached_covering(struct reached *r, struct place place, const struct composite *closed) {
  struct node node = find_same(r, place, closed);
  if (!node_none(node)) {
    r->cpa->statistics->covered_by_lookup++;
    return node;
  }
  struct place_domains *domains = domains_at(r, place);
  const struct domain *own = look_at_domains(r->cpa, domains, closed);
  for (uint32_t i = 0; i < own->within.size && node_none(node); i++) {
    const struct domain *d = &domains->all.data[own->within.data[i]];
    if (d->nodes) node = find_in_domain(r, place, d, closed);
  }
  return node;
}

struct node reached_mergeable(struct reached *r, struct place place, const struct composite *closed) {
  const struct cpa *cpa = r->cpa;
  if (!cpa->any_joins) return NODE_NONE;
  uint64_t hash = hash_mergeable(cpa, place, closed);
  for (uint32_t at = table_first(&r->mergeable, hash); at != LINK_NONE; at = r->mergeable.links.data[at].next) {
    struct node node = r->mergeable.links.data[at].node;
    const struct composite *other = &cpa->states.data[node.id].state;
    uint32_t i = 0;
    while (i < cpa->n && (cpa->joins[i] || abstract_same(other->parts[i], closed->parts[i]))) i++;
    if (i == cpa->n && is_at(cpa, node, place)) return node;
  }
  return NODE_NONE;
}

void reached_cover(struct cpa *cpa, struct node node, struct node by) {
  graph_record_cover(cpa->run.graph, node, by);
  cpa->states.data[node.id].covered_before = cpa->states.data[by.id].covers;
  cpa->states.data[by.id].covers = node;
  cpa->statistics->covered++;
}
