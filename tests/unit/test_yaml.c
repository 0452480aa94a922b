// YAML as task definitions and witnesses have it.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/text/yaml.h"
#include <string.h>

struct yaml_world {
  struct arena arena;
  struct text content;
  struct error error;
  const struct yaml *root;
};

static void read_text(struct yaml_world *w, const char *text) {
  *w = (struct yaml_world){0};
  arena_init(&w->arena);
  text_add(&w->content, text);
  w->root = yaml_read("t.yml", &w->content, &w->arena, &w->error);
}

static void forget(struct yaml_world *w) {
  arena_release(&w->arena);
  text_release(&w->content);
  error_release(&w->error);
}

static void a_tree_has_places(void **unused) {
  (void)unused;
  struct yaml_world w;
  read_text(&w, "format_version: \"2.0\"\ninput_files: [a.c, 'b.c']\noptions:\n  data_model: ILP32\n");
  assert_non_null(w.root);
  assert_string_equal(yaml_get_text(w.root, "format_version"), "2.0");
  assert_true(yaml_get(w.root, "format_version")->quoted);
  const struct yaml *files = yaml_get(w.root, "input_files");
  assert_int_equal(files->kind, YAML_LIST);
  assert_int_equal(yaml_size(files), 2);
  assert_string_equal(yaml_text(files->first->next), "b.c");
  const struct yaml *model = yaml_get(yaml_get(w.root, "options"), "data_model");
  assert_string_equal(yaml_text(model), "ILP32");
  assert_false(model->quoted);
  assert_int_equal(model->line, 4);
  assert_int_equal(model->column, 15);
  assert_int_equal(model->key_column, 3);
  assert_null(yaml_get(w.root, "missing"));
  assert_null(yaml_get_text(w.root, "options"));
  yaml_complain(&w.error, "t.yml", model, "no %s", "model");
  assert_string_equal(w.error.message, "t.yml:4:15: no model");
  forget(&w);
}

static void what_is_refused_has_its_place(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "t.yml:1:1: the file is empty"},
      {"a: 1\na: 2\n", "t.yml:2:1: this key stands here twice"},
      {"a: &x [1]\nb: *y\n", "t.yml:2:4: this alias stands for nothing before it"},
      {"a: &x [*x]\n", "t.yml:1:8: this alias stands for nothing before it"},
      {"? [a]\n: b\n", "t.yml:1:3: a key must be a plain word"},
      {"a: \"\\0\"\n", "t.yml:1:4: a zero character in a text"},
      {"a: 1\n---\nb: 2\n", "t.yml:2:1: a second document"},
      {"a: [1\nb: 2\n", "t.yml:2:"},
      {"\tx: 1\n", "t.yml:1:1: "},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct yaml_world w;
    read_text(&w, cases[i].text);
    assert_null(w.root);
    assert_int_equal(w.error.status, EXIT_DATA);
    if (strncmp(w.error.message, cases[i].message, strlen(cases[i].message)) != 0)
      fail_msg("%s instead of %s", w.error.message, cases[i].message);
    forget(&w);
  }
}

static void nesting_is_bounded(void **unused) {
  (void)unused;
  struct text deep = {0};
  for (int i = 0; i < 5000; i++) text_add(&deep, "[");
  struct yaml_world w;
  read_text(&w, text_cstr(&deep));
  assert_null(w.root);
  forget(&w);
  text_release(&deep);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tree_has_places),
      cmocka_unit_test(what_is_refused_has_its_place),
      cmocka_unit_test(nesting_is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
