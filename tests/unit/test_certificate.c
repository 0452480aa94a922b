// Certificate files: what is written is read back, and nothing that is read makes reading crash.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "check_graph.h"
#include "graph_fixture.h"
#include "check/certificate_file.h"
#include "random.h"
#include <stdlib.h>

// x = y = 0; while (*) { x += STEP; y = f(y); } assert(x == y), with f(a) = a + 1; a name that needs bars.
#define PROGRAM(step)                                                                                                  \
  "global |y of all| (_ BitVec 32)\n"                                                                                  \
  "function main\n"                                                                                                    \
  "  local x (_ BitVec 32)\n"                                                                                          \
  "  edge start -> head\n"                                                                                             \
  "    x := #x00000000\n"                                                                                              \
  "    |y of all| := #x00000000\n"                                                                                     \
  "  edge head -> body [(= c #b1)]\n"                                                                                  \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "    x := (bvadd x " step ")\n"                                                                                      \
  "  edge head -> test [(= c #b0)]\n"                                                                                  \
  "    input c (_ BitVec 1) nondet \"c\"\n"                                                                            \
  "  edge body -> head call f(|y of all|) -> |y of all|\n"                                                             \
  "  edge test -> err [(not (= x |y of all|))]\n"                                                                      \
  "  edge test -> out [(= x |y of all|)]\n"                                                                            \
  "  location err error\n"                                                                                             \
  "  location out stop\n"                                                                                              \
  "function f\n"                                                                                                       \
  "  param a (_ BitVec 32)\n"                                                                                          \
  "  result r (_ BitVec 32)\n"                                                                                         \
  "  edge in -> back  r := (bvadd a #x00000001)\n"                                                                     \
  "  location back exit\n"

#define EQUAL "(= |main::x| |y of all|)"

static const struct certificate_header good_head = {.bits = 32, .sliced = true, .entry = (char *)"main"};

static struct node build(struct fixture *f) {
  struct node start = node(f, NODE_NONE, 0, "start", CONTEXT_ROOT, true, NULL);
  struct node head = node(f, start, 0, "head", CONTEXT_ROOT, true, EQUAL);
  struct node body = node(f, head, 0, "body", CONTEXT_ROOT, true, NULL);
  struct context c = unfold_enter(f->unfold, CONTEXT_ROOT, edge_of(f, "body", 0));
  struct node in =
      node(f, body, 0, "in", c, true, "(= |main::x| (bvadd |f@c1::a| #x00000001)) (= |f@c1::a| |y of all|)");
  struct node again = node(f, in, 0, "head", CONTEXT_ROOT, false, NULL);
  node_of(f, again)->subsumer = head;
  struct node test = node(f, head, 1, "test", CONTEXT_ROOT, true, NULL);
  lead(f, test, 0, NODE_CUT);
  node(f, test, 1, "out", CONTEXT_ROOT, false, NULL);
  node_of(f, head)->strengthening = formula(f, "(bvule |main::x| |y of all|)");
  return start;
}

static void write_as(struct fixture *f, const struct certificate_header *head, struct text *out) {
  struct certificate view = {.kind = CERTIFICATE_GRAPH, .graph = f->graph, .unfold = f->unfold};
  text_clear(out);
  certificate_write(head, f->cfa, &view, out);
}

static void write(struct fixture *f, struct text *out) {
  struct certificate_header head = good_head;
  head.program = certificate_program(f->cfa);
  write_as(f, &head, out);
}

// Reads into a new fixture; on an error its message names file and line.
static bool read(struct fixture *f, const char *automaton, const char *content, size_t size) {
  fixture_make(f, automaton);
  struct error error = {0};
  struct certificate certificate = {.unfold = f->unfold, .graph = f->graph};
  bool ok = certificate_read("cert", content, size, f->cfa, &certificate, &error);
  f->graph = certificate.graph;
  certificate.graph = (struct graph){0};
  if (ok) assert_int_equal(certificate.kind, CERTIFICATE_GRAPH);
  certificate_release(&certificate);
  if (!ok) {
    assert_int_equal(error.status, EXIT_DATA);
    assert_int_equal(strncmp(error.message, "cert:", 5), 0);
    assert_true(atoi(error.message + 5) > 0);
  }
  error_release(&error);
  return ok;
}

static bool proves(struct fixture *f, const char **message) {
  return check_graph(f->cfa, &f->limits, &f->stats, &f->graph, f->unfold, message);
}

static void make_certificate(struct text *out) {
  struct fixture f;
  const char *message = NULL;
  fixture_make(&f, PROGRAM("#x00000001"));
  build(&f);
  if (!proves(&f, &message)) fail_msg("%s", message);
  write(&f, out);
  fixture_release(&f);
}

static void reads_what_was_written(void **state) {
  (void)state;
  struct text first = {0}, second = {0};
  make_certificate(&first);
  struct fixture f;
  const char *message = NULL;
  assert_true(read(&f, PROGRAM("#x00000001"), first.data, first.size));
  if (!proves(&f, &message)) fail_msg("%s", message);
  assert_int_equal(f.graph.nodes.size, 7);
  assert_int_equal(unfold_contexts(f.unfold), 2);
  write(&f, &second);
  assert_string_equal(first.data, second.data);
  // Parents are found again.
  for (uint32_t i = 0; i < f.graph.nodes.size; i++) {
    struct node parent = f.graph.nodes.data[i].parent;
    assert_true(i == f.graph.root.id ? node_none(parent) : parent.id < f.graph.nodes.size);
    if (!node_none(parent)) assert_int_equal(f.graph.arcs.data[f.graph.nodes.data[i].arc].target.id, i);
  }
  fixture_release(&f);
  text_release(&first);
  text_release(&second);
}

static void reads_heads(void **state) {
  (void)state;
  struct text text = {0};
  make_certificate(&text);
  struct certificate_header head;
  struct error error = {0};
  assert_true(certificate_read_header("cert", text.data, text.size, &head, &error));
  assert_int_equal(head.bits, 32);
  assert_true(head.sliced);
  assert_false(head.partial);
  assert_string_equal(head.entry, "main");
  certificate_header_release(&head);
  const char *odd = "clew-certificate 1\nbits 64\nslice no\nentry |a b|\nprogram 00000000000000ff\ngraph partial\n";
  assert_true(certificate_read_header("cert", odd, strlen(odd), &head, &error));
  assert_int_equal(head.bits, 64);
  assert_false(head.sliced);
  assert_true(head.partial);
  assert_string_equal(head.entry, "a b");
  assert_int_equal(head.program, 255);
  certificate_header_release(&head);
  static const struct {
    const char *word;
    bool ok, merged, united;
  } merges[] = {{"yes", true, true, false},
                {"no", true, false, false},
                {"tests", true, false, true},
                {"perhaps", false, false, false}};
  for (uint32_t i = 0; i < 4; i++) {
    text_clear(&text);
    text_printf(&text,
                "clew-certificate 1\nbits 64\nslice no\nmerge %s\nentry f\nprogram 00000000000000ff\ngraph complete\n",
                merges[i].word);
    assert_int_equal(certificate_read_header("cert", text_cstr(&text), text.size, &head, &error), merges[i].ok);
    assert_int_equal(head.merged, merges[i].merged);
    assert_int_equal(head.united, merges[i].united);
    certificate_header_release(&head);
    error_release(&error);
  }
  assert_false(certificate_read_header("cert", "clew-certificate 2\n", 19, &head, &error));
  assert_non_null(strstr(error.message, "version"));
  error_release(&error);
  text_release(&text);
}

// The hash is the program's, wherever it lies.
static void tells_programs_apart(void **state) {
  (void)state;
  struct fixture a, b, c;
  fixture_make(&a, "cfa \"one\"\nfile \"here.c\"\n" PROGRAM("#x00000001"));
  fixture_make(&b, "cfa \"two\"\nfile \"there.c\"\n" PROGRAM("#x00000001"));
  fixture_make(&c, "cfa \"one\"\nfile \"here.c\"\n" PROGRAM("#x00000002"));
  assert_true(certificate_program(a.cfa) == certificate_program(b.cfa));
  assert_true(certificate_program(a.cfa) != certificate_program(c.cfa));
  fixture_release(&a);
  fixture_release(&b);
  fixture_release(&c);
}

static void refuses_what_is_cut_off(void **state) {
  (void)state;
  struct text text = {0};
  make_certificate(&text);
  struct fixture f;
  for (size_t size = 0; size + 1 < text.size; size++) { // the last newline may be missing
    assert_false(read(&f, PROGRAM("#x00000001"), text.data, size));
    fixture_release(&f);
  }
  text_release(&text);
}

static bool reads_changed(const char *from, const char *to, const char *whole) {
  struct text text = {0};
  const char *found = strstr(whole, from);
  assert_non_null(found);
  text_add_n(&text, whole, (size_t)(found - whole));
  text_add(&text, to);
  text_add(&text, found + strlen(from));
  struct fixture f;
  bool ok = read(&f, PROGRAM("#x00000001"), text.data, text.size);
  const char *message;
  if (ok) ok = proves(&f, &message);
  fixture_release(&f);
  text_release(&text);
  return ok;
}

static void refuses_what_makes_no_sense(void **state) {
  (void)state;
  struct text text = {0};
  make_certificate(&text);
  assert_true(reads_changed("root 0\n", "; a comment\n\n   root 0\n", text.data));
  assert_false(reads_changed("root 0", "root 7", text.data));
  assert_false(reads_changed("root 0", "root open", text.data));
  assert_false(reads_changed("node 1", "node 2", text.data));
  assert_false(reads_changed("location main 0", "location main 99", text.data));
  assert_false(reads_changed("location main 0", "location main 4294967296", text.data));
  assert_false(reads_changed("location main 0", "location f 0", text.data));
  assert_false(reads_changed("location main 0", "location g 0", text.data));
  assert_false(reads_changed("location main 0", "location |main 0", text.data));
  assert_true(reads_changed("location main 0", "location |main| 0", text.data));
  assert_false(reads_changed("context 1 caller 0", "context 2 caller 0", text.data));
  assert_false(reads_changed("context 1 caller 0", "context 1 caller 1", text.data));
  assert_false(reads_changed("expanded", "expandet", text.data));
  assert_false(reads_changed("|main::x|", "|main::z|", text.data));
  assert_false(reads_changed("(= ", "(bvadd ", text.data));
  assert_false(reads_changed("|y of all|", "|any!32|", text.data)); // not in such graphs
  assert_false(reads_changed("subsumed ", "subsumed 9", text.data));
  assert_false(reads_changed("  arc ", "  arc 9", text.data));
  assert_false(reads_changed(" cut\n", " 0\n", text.data));
  assert_false(reads_changed(" cut\n", " end\n", text.data));
  assert_false(reads_changed(" cut\n", " open\n", text.data));
  assert_false(reads_changed("end\n", "end\nend\n", text.data));
  assert_false(reads_changed("strengthening\n", "formula\n", text.data));
  struct fixture f;
  text_addc(&text, 0);
  assert_false(read(&f, PROGRAM("#x00000001"), text.data, text.size));
  fixture_release(&f);
  text_release(&text);
}

// A loop with a case that speaks of every cell: read, checked, and written.
#define EVERY_PROGRAM(own)                                                                                             \
  "global m (Array (_ BitVec 32) (_ BitVec 8)) region\n" own "\nfunction main\n  local i (_ BitVec 32)\n"              \
  "  edge start -> head  m := ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07)\n"                                  \
  "  edge head -> head [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n    m := (store m i #x07)\n"                \
  "    i := (bvadd i #x00000003)\n"                                                                                    \
  "  edge head -> test [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"                                           \
  "  edge test -> err [(not (= (select m i) #x07))]\n  edge test -> out [(= (select m i) #x07)]\n"                     \
  "  location err error\n  location out stop\n"
#define EVERY_CERTIFICATE(formula)                                                                                     \
  "clew-certificate 1\nbits 32\nslice no\nentry main\nprogram %016llx\ngraph complete\nroot 0\n"                       \
  "node 0 location main 1 context 0 expanded run loop\n  steps 1\n  case 1\n"                                          \
  "node 1 location main 1 context 0 expanded run case\n  formula\n    holds " formula "\n  next 2\n"                   \
  "node 2 location main 1 context 0 expanded run\n  arc 0 3\n  arc 1 4\nnode 3 location main 1 context 0 run back\n"   \
  "  subsumed 0\n"                                                                                                     \
  "node 4 location main 2 context 0 expanded run\n  arc 0 cut\n  arc 1 end\nend\n"

static void facts_about_every_cell(void **state) {
  (void)state;
  static const struct {
    const char *program, *content;
    bool reads, proves;
  } files[] = {
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m |any!32|) #x07)"), true, true},
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m |any!32|) #x08)"), true, false},
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m ((_ extract 31 0) |any!128|)) #x07)"), true, true},
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m (concat #x00 |any!24|)) #x07)"), true,
       false}, // says too little
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m (concat |any!24| |any!8|)) #x07)"), true,
       false}, // two at once
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m |any!0|) #x07)"), false, false},
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m |any!32!0|) #x07)"), false, false},
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m |any!32'|) #x07)"), false, false},
      {EVERY_PROGRAM(""), EVERY_CERTIFICATE("(= (select m |in!0:bv32|) #x07)"), false, false},
      // The program's own variable comes first: then it is about one cell.
      {EVERY_PROGRAM("global |any!32| (_ BitVec 32)"), EVERY_CERTIFICATE("(= (select m |any!32|) #x07)"), true, false},
      {EVERY_PROGRAM("global |any!32| Bool"), EVERY_CERTIFICATE("(= (select m |any!32'|) #x07)"), true, true},
      {EVERY_PROGRAM("global |any!32| Bool"), EVERY_CERTIFICATE("(= (select m |any!32|) #x07)"), false, false},
      {EVERY_PROGRAM("global |any!8| Bool"), EVERY_CERTIFICATE("(= (select m |any!32|) #x07)"), true, true},
      {EVERY_PROGRAM("global |any!32!0| Bool"), EVERY_CERTIFICATE("(= (select m |any!32|) #x07)"), true, true},
  };
  for (uint32_t i = 0; i < sizeof files / sizeof *files; i++) {
    struct fixture f;
    struct text text = {0}, again = {0};
    fixture_make(&f, files[i].program);
    text_printf(&text, files[i].content, (unsigned long long)certificate_program(f.cfa));
    fixture_release(&f);
    bool reads = read(&f, files[i].program, text.data, text.size);
    const char *message = NULL;
    if (reads != files[i].reads || (reads && proves(&f, &message) != files[i].proves))
      fail_msg("certificate %u: %s", i, message ? message : "reading");
    // As it is written it is read again, and then nothing changes.
    for (uint32_t round = 0; reads && round < 2; round++) {
      struct certificate_header head = {.bits = 32, .entry = (char *)"main", .program = certificate_program(f.cfa)};
      write_as(&f, &head, &again);
      assert_true(strstr(text_cstr(&again), "(select m ") != NULL && strstr(text_cstr(&again), "any!") != NULL);
      if (round) assert_string_equal(text_cstr(&text), text_cstr(&again));
      text_clear(&text);
      text_add(&text, text_cstr(&again));
      fixture_release(&f);
      assert_true(read(&f, files[i].program, text.data, text.size));
      assert_int_equal(proves(&f, &message), files[i].proves);
    }
    fixture_release(&f);
    text_release(&text);
    text_release(&again);
  }
}

// Which case is tried first is a hint, and a search that was stopped may not have one.
static void hints_may_be_missing(void **state) {
  (void)state;
  struct fixture f;
  fixture_make(&f, EVERY_PROGRAM(""));
  struct text text = {0};
  struct certificate_header head = {.bits = 32, .entry = (char *)"main", .program = certificate_program(f.cfa)};
  text_printf(&text, EVERY_CERTIFICATE("(= (select m |any!32|) #x07)"), (unsigned long long)head.program);
  fixture_release(&f);
  uint32_t hints[] = {0, 1, 7, GRAPH_NO_ARC};
  for (uint32_t i = 0; i < sizeof hints / sizeof *hints; i++) {
    assert_true(read(&f, EVERY_PROGRAM(""), text.data, text.size));
    node_of(&f, (struct node){0})->near = node_of(&f, (struct node){3})->near = hints[i];
    const char *message = NULL;
    if (!proves(&f, &message)) fail_msg("%s", message);
    write_as(&f, &head, &text);
    fixture_release(&f);
  }
  assert_true(read(&f, EVERY_PROGRAM(""), text.data, text.size));
  fixture_release(&f);
  text_release(&text);
}

static uint32_t next_random(struct rng *r, uint32_t below) { return (uint32_t)rng_below(r, below); }

// Changed characters, and digits changed to others: the certificate of the right program is read for the wrong one,
// which nothing may prove.
static void survives_damage(void **state) {
  (void)state;
  struct text text = {0};
  make_certificate(&text);
  struct rng random = rng_new(7);
  uint32_t readable = 0;
  for (uint32_t round = 0; round < 1500; round++) {
    char *copy = mem_strndup(text.data, text.size);
    uint32_t changes = 1 + next_random(&random, 3);
    for (uint32_t i = 0; i < changes; i++) {
      uint32_t at = next_random(&random, (uint32_t)text.size);
      if (round % 3 == 0) copy[at] = (char)next_random(&random, 256);
      else
        for (uint32_t k = 0; k < text.size; k++, at = (at + 1) % (uint32_t)text.size)
          if (copy[at] >= '0' && copy[at] <= '9') {
            copy[at] = (char)('0' + next_random(&random, 8));
            break;
          }
    }
    struct fixture f;
    const char *message;
    if (read(&f, PROGRAM("#x00000002"), copy, text.size)) {
      readable++;
      assert_false(proves(&f, &message));
    }
    fixture_release(&f);
    mem_free(copy);
  }
  assert_true(readable > 50);
  text_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_what_was_written),      cmocka_unit_test(reads_heads),
      cmocka_unit_test(tells_programs_apart),        cmocka_unit_test(refuses_what_is_cut_off),
      cmocka_unit_test(refuses_what_makes_no_sense), cmocka_unit_test(facts_about_every_cell),
      cmocka_unit_test(hints_may_be_missing),        cmocka_unit_test(survives_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
