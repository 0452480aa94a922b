// Facts as text: what one process says another takes, in another form of the automaton; nothing comes back; what cannot
// be said is not sent; what cannot be read is left out; and facts that are wrong make no verdict wrong.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine_fixture.h"
#include "facts/exchange.h"
#include "fixture.h"
#include "random.h"
#include "term/quantified.h"

// for (i = 0; i < n; i++) if (i & 1) b++; else c++; with a variable that nothing depends on, one whose name is odd, one
// that shadows another, and a function that has variables of its own. With %s == "(= i n)" the error is not reached.
#define LOOP(safe)                                                                                                     \
  "cfa \"loop\"\npointer-bits 32\nfile \"loop.c\"\nglobal total (_ BitVec 32) \"int\"\n"                               \
  "global |odd name::x| (_ BitVec 32) \"int\"\n"                                                                       \
  "global a (Array (_ BitVec 32) (_ BitVec 8)) region\n"                                                               \
  "function main at 1:0\n  local i (_ BitVec 32) \"int\"\n  local n (_ BitVec 32) \"int\"\n"                           \
  "  local b (_ BitVec 32) \"unsigned int\" unsigned\n  local |b#2| (_ BitVec 32) \"int\"\n  local c Bool\n"           \
  "  local only (_ BitVec 32) \"int\"\n"                                                                               \
  "  entry start\n"                                                                                                    \
  "  location start at 2:1\n"                                                                                          \
  "  edge start -> head [(and (bvslt #x00000000 n0) (bvslt n0 #x00001000))]\n"                                         \
  "    input n0 (_ BitVec 32) nondet \"n\"\n"                                                                          \
  "    i := #x00000000\n    n := n0\n    total := #x00000007\n    b := #x00000000\n    |b#2| := #x00000000\n"          \
  "    c := true\n    only := #x00000001\n    |odd name::x| := #x00000000\n"                                           \
  "  location head at 3:1 complete\n"                                                                                  \
  "  edge head -> again [(bvslt i n)]\n"                                                                               \
  "  edge head -> last [(not (bvslt i n))]\n"                                                                          \
  "  location again at 4:1 complete\n"                                                                                 \
  "  edge again -> joined [c]  b := (bvadd b #x00000001)\n    c := false\n"                                            \
  "  edge again -> joined [(not c)]  |b#2| := (bvadd |b#2| #x00000001)\n    c := true\n"                               \
  "  location joined at 5:1\n"                                                                                         \
  "  edge joined -> head  i := (bvadd i #x00000001)\n    only := (bvadd only only)\n    a := (store a i #x01)\n"       \
  "    |odd name::x| := (bvadd |odd name::x| total)\n"                                                                 \
  "  location last at 6:1\n  edge last -> bad [(or (not " safe ") (= b #xffffffff) (= |b#2| #xffffffff)"               \
  " (= |odd name::x| #x00000001))]\n"                                                                                  \
  "  edge last -> end [(not (or (not " safe                                                                            \
  ") (= b #xffffffff) (= |b#2| #xffffffff) (= |odd name::x| #x00000001)))]\n"                                          \
  "  location bad error\n  location end exit\n"                                                                        \
  "function other at 9:0\n  local k (_ BitVec 32) \"int\"\n  entry in\n  location in at 10:1\n"                        \
  "  edge in -> in [(bvslt k #x00000009)]  k := (bvadd k #x00000001)\n"                                                \
  "  edge in -> out [(not (bvslt k #x00000009))]\n  location out exit\n"

static const char *const loop_safe = LOOP("(= i n)"), *const loop_unsafe = LOOP("(bvslt n #x00000003)");

// A process.
struct side {
  struct fixture x;
  struct facts *facts;
  struct exchange *exchange;
  struct location head;
};

enum form { FORM_PLAIN, FORM_BLOCKS };

static void side_init(struct side *s, const char *text, enum form form, uint32_t kinds) {
  fixture_init(&s->x);
  s->x.cfa = cfa_from_text(s->x.tm, text);
  if (form == FORM_BLOCKS) {
    cfa_large_blocks(s->x.cfa);
    cfa_slice(s->x.cfa);
  }
  s->x.program = program_new(s->x.cfa, &s->x.limits, &s->x.stats);
  s->facts = facts_new(s->x.cfa, s->x.program, &s->x.limits, 1);
  s->exchange = exchange_new(s->facts, s->x.cfa, kinds);
  s->head = LOCATION_NONE;
  for (uint32_t i = 0; i < s->x.cfa->locations.size && location_none(s->head); i++)
    if (s->x.cfa->locations.data[i].loop_head) s->head = (struct location){i};
  assert_false(location_none(s->head));
}

static void side_release(struct side *s) {
  exchange_free(s->exchange);
  facts_free(s->facts);
  fixture_release(&s->x);
}

static struct term var(struct side *s, const char *name) {
  uint32_t v = cfa_var_named(s->x.cfa, name);
  assert_int_not_equal(v, CFA_NONE);
  return s->x.cfa->vars.data[v].term;
}

static struct term num(struct side *s, uint64_t n) { return term_bv(s->x.tm, 32, n); }

static struct location other_head(struct side *s) {
  for (uint32_t i = s->head.id + 1; i < s->x.cfa->locations.size; i++)
    if (s->x.cfa->locations.data[i].loop_head) return (struct location){i};
  fail();
  return LOCATION_NONE;
}

static uint32_t send(struct side *from, struct side *to) {
  struct text text = {0};
  exchange_export(from->exchange, &text);
  uint32_t taken = exchange_import(to->exchange, text_cstr(&text));
  text_release(&text);
  return taken;
}

static bool says(struct side *s, const char *expected) {
  struct text text = {0};
  exchange_export(s->exchange, &text);
  bool same = !strcmp(text_cstr(&text), expected);
  if (!same) print_message("said:\n%s\nexpected:\n%s\n", text_cstr(&text), expected);
  text_release(&text);
  return same;
}

static bool has(const struct vec_term *list, struct term t) {
  for (uint32_t i = 0; list && i < list->size; i++)
    if (term_same(list->data[i], t)) return true;
  return false;
}

// --- what is said ----------------------------------------------------------------------------------------------------

static void records(void **unused) {
  (void)unused;
  struct side s;
  side_init(&s, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  struct terms *tm = s.x.tm;
  struct term i = var(&s, "main::i"), n = var(&s, "main::n"), order = term_sle(tm, i, n);
  assert_true(says(&s, ""));
  facts_prove(s.facts, s.head, order);
  facts_offer(s.facts, s.head, term_eq(tm, var(&s, "main::b"), var(&s, "main::b#2")), SOURCE_INTERPOLANTS);
  facts_prove(s.facts, s.head, order);
  assert_true(says(&s, "proven main:3:1@1 i <= n\ncandidate main:3:1@1 b == b#2\n"));
  // What is new only; of candidates what engines found.
  facts_offer(s.facts, s.head, term_eq(tm, i, num(&s, 3)), SOURCE_FILE);
  facts_prove(s.facts, s.head, term_and(tm, order, term_not(tm, var(&s, "main::c"))));
  assert_true(says(&s, "proven main:3:1@1 !c\n"));
  // Every cell of an array.
  struct term any = quantified_variable(tm, 32), cell = term_select(tm, var(&s, "a"), any);
  facts_offer(s.facts, s.head, term_or(tm, term_sle(tm, i, any), term_eq(tm, cell, term_bv(tm, 8, 1))),
              SOURCE_INTERPOLANTS);
  assert_true(says(&s, "candidate main:3:1@1 a [$any!32] == 1 || i <= $any!32\n"));
  struct exchange_counts counts = exchange_count(s.exchange);
  assert_int_equal(counts.unsent, 0);
  side_release(&s);
}

// Of other functions, of variables that no edge reads, too large: not sent.
static void what_is_not_said(void **unused) {
  (void)unused;
  struct side s;
  side_init(&s, loop_safe, FORM_BLOCKS, EXCHANGE_ALL);
  struct terms *tm = s.x.tm;
  struct term i = var(&s, "main::i"), large = i;
  facts_prove(s.facts, s.head, term_eq(tm, var(&s, "main::only"), num(&s, 1)));
  for (uint32_t k = 1; k < 300; k++) large = term_mul(tm, term_add(tm, large, num(&s, k)), i);
  facts_prove(s.facts, s.head, term_sle(tm, large, num(&s, 9)));
  assert_true(says(&s, ""));
  assert_int_equal(exchange_count(s.exchange).unsent, 2);
  side_release(&s);
  side_init(&s, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  facts_prove(s.facts, s.head, term_eq(s.x.tm, var(&s, "other::k"), num(&s, 1)));
  facts_prove(s.facts, other_head(&s), term_eq(s.x.tm, var(&s, "main::i"), num(&s, 1)));
  assert_true(says(&s, ""));
  // A place that is no loop head has no name.
  facts_prove(s.facts, (struct location){0}, term_eq(s.x.tm, var(&s, "main::i"), num(&s, 1)));
  assert_true(says(&s, ""));
  side_release(&s);
}

static void only_the_kinds_wanted(void **unused) {
  (void)unused;
  for (uint32_t kinds = 0; kinds <= EXCHANGE_ALL; kinds++) {
    struct side from, to;
    side_init(&from, loop_safe, FORM_PLAIN, kinds);
    side_init(&to, loop_safe, FORM_PLAIN, kinds);
    struct terms *tm = from.x.tm;
    facts_prove(from.facts, from.head, term_eq(tm, var(&from, "main::i"), num(&from, 1)));
    facts_offer(from.facts, from.head, term_eq(tm, var(&from, "main::i"), num(&from, 2)), SOURCE_INTERPOLANTS);
    assert_int_equal(send(&from, &to), (kinds & 1) + (kinds >> 1 & 1));
    const char *all = "proven @1 i == 7\ncandidate @1 i == 8\nreached @1 i = 9\n";
    side_release(&to);
    side_init(&to, loop_safe, FORM_PLAIN, kinds);
    assert_int_equal(exchange_import(to.exchange, all), (uint32_t)__builtin_popcount(kinds));
    assert_int_equal(exchange_count(to.exchange).unread, 0);
    side_release(&from);
    side_release(&to);
  }
}

// --- another form ----------------------------------------------------------------------------------------------------

static void other_forms(void **unused) {
  (void)unused;
  struct side from, to;
  side_init(&from, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  side_init(&to, loop_safe, FORM_BLOCKS, EXCHANGE_ALL);
  assert_true(to.x.cfa->locations.size < from.x.cfa->locations.size);
  struct terms *tm = from.x.tm;
  facts_prove(from.facts, from.head, term_sle(tm, var(&from, "main::i"), var(&from, "main::n")));
  facts_prove(from.facts, from.head, term_ule(tm, var(&from, "main::b"), var(&from, "main::b#2")));
  facts_prove(from.facts, from.head, term_eq(tm, var(&from, "odd name::x"), num(&from, 1)));
  facts_prove(from.facts, from.head, term_eq(tm, var(&from, "main::only"), num(&from, 1))); // has no updates there
  assert_int_equal(send(&from, &to), 3);
  tm = to.x.tm;
  const struct vec_term *proven = facts_proven(to.facts, to.head);
  assert_int_equal(proven->size, 3);
  assert_true(has(proven, term_sle(tm, var(&to, "main::i"), var(&to, "main::n"))));
  assert_true(has(proven, term_ule(tm, var(&to, "main::b"), var(&to, "main::b#2"))));
  assert_true(has(proven, term_eq(tm, var(&to, "odd name::x"), num(&to, 1))));
  assert_int_equal(exchange_count(to.exchange).unread, 1);
  assert_int_equal(facts_count(to.facts).shared, 3);
  // Nothing of it goes back, or on; what is proved here of what was a candidate there does.
  assert_int_equal(send(&to, &from), 0);
  assert_true(says(&to, ""));
  exchange_import(to.exchange, "candidate main:3:1@1 i >= 0\n");
  facts_offer(to.facts, to.head, term_sle(tm, num(&to, 0), var(&to, "main::i")), SOURCE_INTERPOLANTS);
  assert_true(says(&to, ""));
  facts_prove(to.facts, to.head, term_sle(tm, num(&to, 0), var(&to, "main::i")));
  assert_true(says(&to, "proven main:3:1@1 i >= 0\n"));
  side_release(&from);
  side_release(&to);
}

// What came is told once to who asks what is new.
static void fresh_facts(void **unused) {
  (void)unused;
  struct side s;
  side_init(&s, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  struct facts_seen seen = {0};
  struct vec_term out = {0};
  assert_int_equal(exchange_import(s.exchange, "proven @1 i >= 0\ncandidate @1 i == n\ncandidate @1 i == n\n"), 2);
  facts_fresh(s.facts, s.head, &seen, &out);
  assert_int_equal(out.size, 2);
  facts_fresh(s.facts, s.head, &seen, &out);
  assert_int_equal(out.size, 2);
  exchange_import(s.exchange, "candidate @1 i == 5\n");
  facts_fresh(s.facts, s.head, &seen, &out);
  assert_int_equal(out.size, 3);
  vec_term_clear(&out);
  facts_candidates(s.facts, s.head, SOURCE_SHARED, &out);
  assert_int_equal(out.size, 2);
  vec_term_release(&out);
  side_release(&s);
}

// States that one process reached refute candidates in another.
static void reached_states(void **unused) {
  (void)unused;
  struct side from, to;
  side_init(&from, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  side_init(&to, loop_safe, FORM_BLOCKS, EXCHANGE_ALL);
  struct engine_run r;
  engine_run_init(&r, "symex", from.x.cfa, from.x.program, &from.x.limits, &from.x.stats);
  struct facts *own = r.setting.facts;
  r.setting.facts = from.facts;
  engine_run_open(&r);
  r.engine->advance(r.running, &(struct slice){.effort = 3000});
  r.engine->close(r.running);
  r.setting.facts = own;
  engine_run_release(&r);
  struct terms *tm = to.x.tm;
  struct term i = var(&to, "main::i"), n = var(&to, "main::n");
  assert_false(facts_refute(to.facts, to.head, term_eq(tm, i, num(&to, 0))));
  assert_true(send(&from, &to) > 2);
  assert_true(facts_is_reached(to.facts, to.head));
  assert_true(facts_refute(to.facts, to.head, term_eq(tm, i, num(&to, 0))));
  assert_true(facts_refute(to.facts, to.head, var(&to, "main::c")));
  assert_false(facts_refute(to.facts, to.head, term_sle(tm, i, n)));
  // Of what was not said nothing is refuted.
  assert_false(facts_refute(to.facts, to.head, term_eq(tm, var(&to, "main::only"), num(&to, 77))));
  assert_true(says(&to, ""));
  side_release(&from);
  side_release(&to);
}

// --- what cannot be read ---------------------------------------------------------------------------------------------

static const char *const malformed[] = {
    "proven",
    "proven ",
    "proven @",
    "proven @1",
    "proven @1 ",
    "proven @x i == 1",
    "proven @99999999999999999999 i == 1",
    "proven @4294967295 i == 1",
    "proven @0 i == 1",
    "proven @2 i == 1",
    "proven main:3:1 i == 1",
    "proven @1i == 1",
    "proved @1 i == 1",
    "PROVEN @1 i == 1",
    " proven @1 i == 1",
    "@1 i == 1",
    "proven @1 i ==",
    "proven @1 i == j",
    "proven @1 (((",
    "proven @1 i == 1)",
    "proven @1 $",
    "proven @1 $(",
    "proven @1 $(bvadd",
    "proven @1 a",
    "proven @1 a [",
    "proven @1 a [i",
    "proven @1 $(bvslt i n)",
    "proven @1 $(bvslt |main::i| a)",
    "proven @1 $(bvslt |main::i| #x01)",
    "proven @1 $(_ bv1 0)",
    "proven @1 $(_ bv1 99999999999)",
    "proven @1 $((_ extract 99 0) |main::i|)",
    "proven @1 $((_ extract 0 99) |main::i|)",
    "proven @1 $(select a #x01)",
    "proven @1 $(= a |main::i|)",
    "proven @1 $any!0",
    "proven @1 $any!99999999999",
    "proven @1 $(bvslt any!32 any!8)",
    "proven @1 other::k == 1",
    "proven @1 |main::i",
    "proven @1 || == 1",
    "proven @1 i == 99999999999999999999999",
    "proven @1 'ab' == i",
    "proven @1 i == '",

    "proven @1 (unsigned _BitInt(0))i == 1",
    "proven @1 (unsigned _BitInt(99999))i == 1",
    "proven @1 isnan(i)",
    "proven @1 i ? 1",
    "proven @1 i ? a : 1",
    "proven @1 only(1)",
    "candidate @1 i = 1",
    "reached @1",
    "reached @1 ",
    "reached @1 i",
    "reached @1 i =",
    "reached @1 i = ",
    "reached @1 i = x",
    "reached @1 i = -1",
    "reached @1 i = 1,",
    "reached @1 i = 1,n = 2",
    "reached @1 i = 4294967296",
    "reached @1 c = 2",
    "reached @1 a = 1",
    "reached @1 i = 99999999999999999999",
    "reached @1 = 1",
    "unreachable @1",
};

static void malformed_records(void **unused) {
  (void)unused;
  struct side s;
  side_init(&s, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  for (uint32_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
    uint64_t unread = exchange_count(s.exchange).unread;
    if (exchange_import(s.exchange, malformed[i]) || exchange_count(s.exchange).unread != unread + 1)
      fail_msg("was read: %s", malformed[i]);
  }
  assert_null(facts_proven(s.facts, s.head));
  struct text text = {0};
  // Nested deeply, and long.
  text_add(&text, "proven @1 ");
  for (uint32_t i = 0; i < 7000; i++) text_addc(&text, "(!-~"[i % 4]);
  assert_int_equal(exchange_import(s.exchange, text_cstr(&text)), 0);
  text_clear(&text);
  text_add(&text, "proven @1 $");
  for (uint32_t i = 0; i < 7000; i++) text_addc(&text, '(');
  assert_int_equal(exchange_import(s.exchange, text_cstr(&text)), 0);
  text_clear(&text);
  text_add(&text, "proven @1 $");
  for (uint32_t i = 0; i < 1000; i++) text_add(&text, "(not ");
  assert_int_equal(exchange_import(s.exchange, text_cstr(&text)), 0);
  text_clear(&text);
  text_add(&text, "proven @1 i == 1");
  for (uint32_t i = 0; i < 100000; i++) text_add(&text, " && i == 1");
  assert_int_equal(exchange_import(s.exchange, text_cstr(&text)), 0);
  text_release(&text);
  // A good one among bad ones is read.
  assert_int_equal(exchange_import(s.exchange, "proven\n\nproven @1 i == 1\nreached"), 1);
  side_release(&s);
}

// Records with characters changed, dropped and doubled: they are read or not.
static void mutated_records(void **unused) {
  (void)unused;
  static const char *const good[] = {
      "proven main:3:1@1 i <= n && !c || b == (unsigned)b#2 % 3",
      "candidate main:3:1@1 $(or (bvslt any!32 |main::i|) (= (select a any!32) #x01))",
      "candidate main:3:1@1 (i == 1 ? b : b#2 >> 3) != |odd name::x| + a [i]",
      "reached main:3:1@1 i = 3, b = 4294967295, c = 1, total = 7",
  };
  struct side s;
  struct rng random = rng_new(15);
  side_init(&s, loop_safe, FORM_PLAIN, EXCHANGE_ALL);
  for (uint32_t k = 0; k < sizeof good / sizeof *good; k++) assert_int_equal(exchange_import(s.exchange, good[k]), 1);
  for (uint32_t round = 0; round < 20000; round++) {
    const char *record = good[rng_below(&random, sizeof good / sizeof *good)];
    struct text text = {0};
    uint32_t rate = 2 + (uint32_t)rng_below(&random, 30);
    for (const char *c = record; *c; c++) {
      uint32_t how = (uint32_t)rng_below(&random, 3 * rate);
      if (how == 0) continue;
      text_addc(&text, how == 1 ? (char)(32 + rng_below(&random, 95)) : *c);
      if (how == 2) text_addc(&text, record[rng_below(&random, strlen(record))]);
    }
    exchange_import(s.exchange, text_cstr(&text));
    text_release(&text);
  }
  struct exchange_counts counts = exchange_count(s.exchange);
  assert_true(counts.unread > 1000 && counts.taken[0] > 10 && counts.taken[1] > 10 && counts.taken[2] > 10);
  assert_true(says(&s, ""));
  side_release(&s);
}

// --- engines ---------------------------------------------------------------------------------------------------------

static const char *const engines[] = {"symexpa", "kind", "ic3ia", "bself", "cpa", "eager", "lazy"};

// Wrong, and some right, from somebody who is not to be trusted.
static const char *const wrong =
    "proven @1 i == 5\nproven @1 n < 0\nproven @1 c\nproven @1 b == 0\nproven @1 i >= 0\nproven @1 i <= n\n"
    "candidate @1 i > n\ncandidate @1 b#2 == b + 1\nreached @1 i = 77, n = 3, b = 4, c = 1\n";

// A verdict that passes its check is right whatever the facts were, and whenever they came.
static void wrong_facts(void **unused) {
  (void)unused;
  for (uint32_t e = 0; e < sizeof engines / sizeof *engines; e++)
    for (uint32_t k = 0; k < 4; k++) {
      bool safe = k & 1, later = k & 2;
      struct side s;
      side_init(&s, safe ? loop_safe : loop_unsafe, FORM_PLAIN, EXCHANGE_ALL);
      struct engine_run r;
      engine_run_init(&r, engines[e], s.x.cfa, s.x.program, &s.x.limits, &s.x.stats);
      struct facts *own = r.setting.facts;
      r.setting.facts = s.facts;
      r.setting.solver.query_seconds = 0.05; // what is not decided soon is no verdict
      if (!later) assert_true(exchange_import(s.exchange, wrong) > 8);
      engine_run_open(&r);
      bool done = false;
      for (uint32_t turn = 0; turn < 4 && !done; turn++) {
        done = r.engine->advance(r.running, &(struct slice){.effort = 1000});
        if (turn == 0) exchange_import(s.exchange, wrong);
      }
      r.engine->close(r.running);
      const char *message = NULL;
      if (done && r.claim.verdict == VERDICT_TRUE && engine_run_proves(&r, &message)) assert_true(safe);
      if (done && r.claim.verdict == VERDICT_FALSE) assert_false(safe);
      r.setting.facts = own;
      engine_run_release(&r);
      side_release(&s);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records),           cmocka_unit_test(what_is_not_said), cmocka_unit_test(only_the_kinds_wanted),
      cmocka_unit_test(other_forms),       cmocka_unit_test(fresh_facts),      cmocka_unit_test(reached_states),
      cmocka_unit_test(malformed_records), cmocka_unit_test(mutated_records),  cmocka_unit_test(wrong_facts),
  };
  return cmocka_run_group_tests_name("exchange", tests, NULL, NULL);
}
