// The page of the report: its data, what was reached of the source, labels and layouts. tests/run-browser looks at the
// page itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "report/html.h"
#include "report/html/parts.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A branch that is taken, one that is not, and a line that ends the data of a page if it is not escaped.
static const char source[] = "int main(void) {\n"
                             "\tint x = f();\n"
                             "\tint y = 1; // </script><b> \xe9\n"
                             "\tif (x < 3)\n"
                             "\t\ty = 2;\n"
                             "\telse\n"
                             "\t\ty = 3;\n"
                             "\tif (y == 3) reach_error();\n"
                             "}\n";

static const char automaton[] = "cfa \"p.c\"\npointer-bits 64\nheap-start 0x110000\nfile \"%s\"\n\n"
                                "function main at 1:0\n"
                                "  result return (_ BitVec 32)\n"
                                "  local x (_ BitVec 32) \"int\" at 2:0\n"
                                "  local y (_ BitVec 32) \"int\" at 3:0\n"
                                "  entry L0\n"
                                "  location L0 complete at 2:3\n"
                                "  edge L0 -> L1 y := #x00000001 at 2:3 .. 4:3\n"
                                "  location L1 complete at 4:3\n"
                                "  edge L1 -> L2 [(bvslt x #x00000003)] at 4:3 .. 4:7\n"
                                "  edge L1 -> L3 [(bvsle #x00000003 x)] at 4:3 .. 4:7\n"
                                "  location L2 complete at 5:3\n"
                                "  edge L2 -> L4 y := #x00000002 at 5:3\n"
                                "  location L3 complete at 7:3\n"
                                "  edge L3 -> L4 y := #x00000003 at 7:3\n"
                                "  location L4 complete at 8:3\n"
                                "  edge L4 -> reach_error [(= y #x00000003)] at 8:3 .. 8:20\n"
                                "  edge L4 -> L6 [(not (= y #x00000003))] at 8:3 .. 9:1\n"
                                "  location reach_error error at 8:20\n"
                                "  location L6 exit at 9:1\n";

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  char file[64];
  unsigned char *reached;
  struct report report;
};

static int setup(void **state) {
  struct fixture *f = mem_zalloc(1, sizeof *f);
  strcpy(f->file, "/tmp/clew-html-XXXXXX");
  int fd = mkstemp(f->file);
  assert_true(fd >= 0 && write(fd, source, sizeof source - 1) == sizeof source - 1);
  close(fd);
  f->tm = terms_new();
  struct text text = {0};
  struct error error = {0};
  text_printf(&text, automaton, f->file);
  bool good = cfa_read(f->tm, "p.cfa", text_cstr(&text), &f->cfa, &error);
  if (!good) print_message("%s\n", error.message);
  assert_true(good);
  text_release(&text);
  f->reached = mem_zalloc(f->cfa->locations.size + 1, 1);
  for (uint32_t i = 0; i < f->cfa->locations.size; i++) {
    uint32_t line = f->cfa->locations.data[i].place.line;
    f->reached[i] = line != 7 && f->cfa->locations.data[i].kind != LOC_ERROR;
  }
  f->report = (struct report){.version = "0", .verdict = VERDICT_TRUE, .cfa = f->cfa, .reached = f->reached};
  *state = f;
  return 0;
}

static int teardown(void **state) {
  struct fixture *f = *state;
  unlink(f->file);
  cfa_free(f->cfa);
  terms_free(f->tm);
  mem_free(f->reached);
  mem_free(f);
  return 0;
}

static void coverage(void **state) {
  struct fixture *f = *state;
  json_t *sources = html_sources(&f->report);
  assert_int_equal(json_array_size(sources), 1);
  const char *marks = json_string_value(json_object_get(json_array_get(sources, 0), "coverage"));
  // main's head has no mark, nor have else and the last brace; line 3 is inside an edge that was taken.
  assert_string_equal(marks, " rrrr ur ");
  json_decref(sources);
  // Lines that have code and of which nothing is known; one is in a function that nothing can call.
  struct cfa_goals goals = {0};
  for (uint32_t line = 1; line <= 6; line++) {
    vec_cfa_line_push(&goals.lines, (struct source_place){.file = 0, .line = line});
    vec_u32_push(&goals.used, line != 6);
  }
  f->report.goals = &goals;
  sources = html_sources(&f->report);
  assert_string_equal(json_string_value(json_object_get(json_array_get(sources, 0), "coverage")), "nrrrruur ");
  json_decref(sources);
  f->report.reached = NULL;
  sources = html_sources(&f->report);
  assert_string_equal(json_string_value(json_object_get(json_array_get(sources, 0), "coverage")), "         ");
  json_decref(sources);
  f->report.goals = NULL;
  vec_cfa_line_release(&goals.lines);
  vec_u32_release(&goals.used);
}

static json_t *data_of(const struct text *page) {
  const char *begin = strstr(text_cstr(page), "id=\"data\">");
  assert_non_null(begin);
  begin += strlen("id=\"data\">");
  const char *end = strstr(begin, "</script>");
  assert_non_null(end);
  json_error_t error;
  json_t *data = json_loadb(begin, (size_t)(end - begin), 0, &error);
  if (!data) print_message("%s\n", error.text);
  assert_non_null(data);
  return data;
}

static void page(void **state) {
  struct fixture *f = *state;
  struct text text = {0};
  const char *const files[] = {"a<b>&.c"};
  f->report.n_files = 1;
  f->report.files = files;
  report_html_text(&f->report, &text);
  assert_non_null(strstr(text_cstr(&text), "<title>true – a&lt;b>&amp;.c</title>"));
  assert_null(strstr(text_cstr(&text), "@@"));
  json_t *data = data_of(&text); // whole: what is in the source did not end it
  const char *lines = json_string_value(json_object_get(json_array_get(json_object_get(data, "sources"), 0), "text"));
  assert_non_null(strstr(lines, "\tint y = 1; // </script><b> \xef\xbf\xbd\n"));
  assert_string_equal(json_string_value(json_object_get(json_object_get(data, "report"), "verdict")), "true");
  assert_int_equal(json_array_size(json_object_get(data, "locations")), f->cfa->locations.size);
  assert_int_equal(json_array_size(json_object_get(data, "edges")), f->cfa->edges.size);
  json_t *layout = json_array_get(json_object_get(data, "layouts"), 0);
  assert_int_equal(json_array_size(json_object_get(layout, "n")), 2 * (f->cfa->locations.size + f->cfa->edges.size));
  assert_int_equal(json_array_size(json_object_get(layout, "a")), 2 * f->cfa->edges.size);
  json_decref(data);
  text_release(&text);
}

// The front end failed, or the run was refused.
static void page_without_program(void **state) {
  (void)state;
  struct text text = {0};
  report_html_text(&(struct report){.version = "0", .reason = REASON_UNSUPPORTED}, &text);
  json_t *data = data_of(&text);
  assert_string_equal(json_string_value(json_object_get(json_object_get(data, "report"), "verdict")), "unknown");
  json_decref(data);
  text_release(&text);
}

static void check_label(const char *text, const char *expected) {
  struct text label = {0};
  html_label(text, &label);
  assert_string_equal(text_cstr(&label), expected);
  text_release(&label);
}

static void labels(void **state) {
  (void)state;
  check_label("", "");
  check_label("x = 1", "x = 1");
  check_label("if (first_condition && second) x = 1", "if (first_condition &&\nsecond) x = 1");
  check_label("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz!",
              "abcdefghijklmnopqrstuvwxyz\nabcdefghijklmnopqrstuvwxyz\nabcdefghijklmnopqrstuvwxyz…");
  struct text text = {0};
  text_add(&text, "aé");
  html_cut(&text, 2); // in the middle of a character
  assert_string_equal(text_cstr(&text), "a…");
  text_release(&text);
  assert_true(html_label_size("a\nb").height > html_label_size("ab").height);
  assert_true(html_label_size("éé").width == html_label_size("ab").width);
}

static void layouts(void **state) {
  (void)state;
  struct vec_drawing drawings = {0};
  vec_drawing_resize(&drawings, 3);
  for (uint32_t i = 0; i < 3; i++) vec_drawing_node_push(&drawings.data[0].nodes, (struct drawing_node){40, 20});
  vec_drawing_arc_push(&drawings.data[0].arcs, (struct drawing_arc){0, 1});
  vec_drawing_arc_push(&drawings.data[0].arcs, (struct drawing_arc){1, 2});
  vec_drawing_arc_push(&drawings.data[0].arcs, (struct drawing_arc){2, 0});
  for (uint32_t i = 0; i <= DRAWING_NODES_MAX; i++)
    vec_drawing_node_push(&drawings.data[2].nodes, (struct drawing_node){40, 20});
  drawings_lay_out(&drawings, 20);
  assert_non_null(drawings.data[0].layout);
  assert_null(drawings.data[1].layout); // nothing in it
  assert_null(drawings.data[2].layout); // too large
  json_t *layout = json_loads(drawings.data[0].layout, 0, NULL), *n = json_object_get(layout, "n");
  assert_int_equal(json_array_size(n), 6);
  // From top to bottom.
  for (uint32_t i = 1; i + 2 < 6; i += 2)
    assert_true(json_integer_value(json_array_get(n, i)) < json_integer_value(json_array_get(n, i + 2)));
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(json_string_value(json_array_get(json_object_get(layout, "a"), i))[0], 'M');
  json_decref(layout);
  drawings_release(&drawings);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(coverage, setup, teardown),
      cmocka_unit_test_setup_teardown(page, setup, teardown),
      cmocka_unit_test(page_without_program),
      cmocka_unit_test(labels),
      cmocka_unit_test(layouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
