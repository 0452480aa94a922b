// Values and places of memory in the words of C: numbers by type, strings, structures, pointers by what they point to.
#include "trace/memory_view.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// after those it needs
#include <cmocka.h>

enum { INT = 1, CHAR, BYTE, BOOL, FLOAT, DOUBLE, INTS, TEXT, POINT, NODE, TO_INT, TO_CHAR, TO_NODE, FLAGS, GRID };
#define A 0x1000u
#define S 0x2000u
#define LITERAL 0x3000u
#define HEAP 0x4000u

struct fixture {
  struct terms *tm;
  struct cfa *cfa;
  struct memory_view view;
  struct text text;
};

static void add(struct layout *l, struct layout_type type) { vec_layout_type_push(&l->types, type); }

static void member(struct layout *l, const char *name, uint32_t type, uint64_t offset, uint32_t bit, uint32_t bits) {
  vec_layout_member_push(&l->members, (struct layout_member){name, type, offset, bit, bits});
}

static struct layout *make_layout(void) {
  struct layout *l = layout_new();
  add(l, (struct layout_type){.kind = LAYOUT_INTEGER, .name = "int", .size = 4});
  add(l, (struct layout_type){.kind = LAYOUT_CHAR, .name = "char", .size = 1});
  add(l, (struct layout_type){.kind = LAYOUT_INTEGER, .name = "unsigned char", .size = 1, .is_unsigned = true});
  add(l, (struct layout_type){.kind = LAYOUT_BOOL, .name = "_Bool", .size = 1});
  add(l, (struct layout_type){.kind = LAYOUT_FLOAT, .name = "float", .size = 4});
  add(l, (struct layout_type){.kind = LAYOUT_FLOAT, .name = "double", .size = 8});
  add(l, (struct layout_type){.kind = LAYOUT_ARRAY, .name = "", .size = 40, .base = INT});
  add(l, (struct layout_type){.kind = LAYOUT_ARRAY, .name = "", .size = 8, .base = CHAR});
  add(l, (struct layout_type){.kind = LAYOUT_STRUCT, .name = "point", .size = 8, .first = 0, .count = 2});
  add(l, (struct layout_type){.kind = LAYOUT_STRUCT, .name = "node", .size = 24, .first = 2, .count = 3});
  add(l, (struct layout_type){.kind = LAYOUT_POINTER, .name = "", .size = 8, .base = INT});
  add(l, (struct layout_type){.kind = LAYOUT_POINTER, .name = "", .size = 8, .base = CHAR});
  add(l, (struct layout_type){.kind = LAYOUT_POINTER, .name = "", .size = 8, .base = NODE});
  add(l, (struct layout_type){.kind = LAYOUT_STRUCT, .name = "flags", .size = 4, .first = 5, .count = 2});
  add(l, (struct layout_type){.kind = LAYOUT_ARRAY, .name = "", .size = 80, .base = INTS});
  member(l, "x", INT, 0, 0, 0);
  member(l, "y", INT, 4, 0, 0);
  member(l, "next", TO_NODE, 0, 0, 0);
  member(l, "at", POINT, 8, 0, 0);
  member(l, "name", TEXT, 16, 0, 0);
  member(l, "low", INT, 0, 0, 3);
  member(l, "high", INT, 0, 3, 4);
  vec_layout_object_push(&l->objects, (struct layout_object){.name = "a", .type = INTS, .address = A, .size = 40});
  vec_layout_object_push(&l->objects, (struct layout_object){.name = "s", .type = NODE, .address = S, .size = 24});
  vec_layout_object_push(&l->objects, (struct layout_object){.name = "",
                                                             .address = LITERAL,
                                                             .size = 6,
                                                             .is_literal = true,
                                                             .text = "a\"b\n\001",
                                                             .length = 6});
  return l;
}

static int begin(void **state) {
  struct fixture *f = mem_zalloc(1, sizeof *f);
  f->tm = terms_new();
  f->cfa = cfa_new(f->tm);
  f->cfa->layout = make_layout();
  memory_view_init(&f->view, f->cfa);
  *state = f;
  return 0;
}

static int end(void **state) {
  struct fixture *f = *state;
  memory_view_release(&f->view);
  text_release(&f->text);
  cfa_free(f->cfa);
  terms_free(f->tm);
  mem_free(f);
  return 0;
}

static const char *bits(struct fixture *f, uint32_t type, uint64_t value) {
  text_clear(&f->text);
  memory_view_print_bits(&f->view, type, value, &f->text);
  return text_cstr(&f->text);
}

static const char *value(struct fixture *f, uint32_t type, uint64_t address) {
  text_clear(&f->text);
  memory_view_print_value(&f->view, type, address, &f->text);
  return text_cstr(&f->text);
}

static const char *place(struct fixture *f, uint64_t address, uint64_t size) {
  uint32_t type;
  uint64_t start;
  text_clear(&f->text);
  return memory_view_print_place(&f->view, address, size, &type, &start, &f->text) ? text_cstr(&f->text) : NULL;
}

static const char *constant(struct fixture *f, const char *ctype, uint32_t width, uint64_t value) {
  text_clear(&f->text);
  memory_view_print_term(&f->view, 0, ctype, true, term_bv(f->tm, width, value), &f->text);
  return text_cstr(&f->text);
}

static const char *block(struct fixture *f, uint32_t type, const char *bytes, uint64_t n) {
  text_clear(&f->text);
  memory_view_print_block(&f->view, type, (const unsigned char *)bytes, n, &f->text);
  return text_cstr(&f->text);
}

static void numbers(void **state) {
  struct fixture *f = *state;
  assert_string_equal(bits(f, INT, 0xffffffff), "-1");
  assert_string_equal(bits(f, BYTE, 200), "0xc8");
  assert_string_equal(bits(f, BYTE, 'A'), "65 'A'");
  assert_string_equal(bits(f, CHAR, 'A'), "'A'");
  assert_string_equal(bits(f, CHAR, '\''), "'\\''");
  assert_string_equal(bits(f, CHAR, 0), "'\\0'");
  assert_string_equal(bits(f, CHAR, '\n'), "'\\n'");
  assert_string_equal(bits(f, CHAR, 0xff), "-1");
  assert_string_equal(bits(f, BOOL, 1), "true");
  assert_string_equal(bits(f, BOOL, 0), "false");
  assert_string_equal(bits(f, FLOAT, 0x3dcccccd), "0.1");
  assert_string_equal(bits(f, FLOAT, 0x40000000), "2.0");
  assert_string_equal(bits(f, DOUBLE, UINT64_C(0x3fd5555555555555)), "0.3333333333333333");
  assert_string_equal(bits(f, FLOAT, 0x7fc00000), "NAN");
  assert_string_equal(bits(f, FLOAT, 0xff800000), "-INFINITY");
  assert_string_equal(bits(f, DOUBLE, UINT64_C(0x7ff0000000000000)), "INFINITY");
  assert_string_equal(bits(f, DOUBLE, UINT64_C(0xfff8000000000001)), "NAN");
}

// Inputs have but a name of their type; floats arrive as their bits.
static void constants(void **state) {
  struct fixture *f = *state;
  assert_string_equal(constant(f, "float", 32, 0x3dcccccd), "0.1f");
  assert_string_equal(constant(f, "float", 32, 0xffc00000), "NAN");
  assert_string_equal(constant(f, "float", 32, 0xff800000), "-INFINITY");
  assert_string_equal(constant(f, "double", 64, UINT64_C(0x7ff0000000000000)), "INFINITY");
  assert_string_equal(constant(f, "double", 64, UINT64_C(0x8000000000000000)), "-0.0");
  assert_string_equal(constant(f, "unsigned int", 32, 0x3dcccccd), "1036831949");
}

// Every byte of a block counts; zeros at the end of an array are left out, as in an initialiser.
static void blocks(void **state) {
  struct fixture *f = *state;
  assert_string_equal(block(f, INT, "\007\0\0", 4), "7");
  assert_string_equal(block(f, INT, "\007\0\0\0\001\0\0\0\0\0\0", 12), "{7, 1}");
  assert_string_equal(block(f, INT, "\0\0\0\0\0\0\0", 8), "{0}");
  assert_string_equal(block(f, CHAR, "ab\0", 4), "\"ab\"");
  assert_string_equal(block(f, CHAR, "ab\0c", 4), "{'a', 'b', '\\0', 'c'}");
  assert_string_equal(block(f, POINT, "\001\0\0\0\377\377\377\377", 8), "{.x = 1, .y = -1}");
  assert_string_equal(block(f, INT, "\001\002\003", 3), "{1, 2, 3}");
  assert_string_equal(block(f, 0, "\0\0", 3), "{0}");
}

static void memory(void **state) {
  struct fixture *f = *state;
  assert_string_equal(value(f, INT, A), "?");
  for (uint32_t i = 0; i < 10; i++) memory_view_write(&f->view, A + 4 * i, 4, i);
  assert_string_equal(value(f, INTS, A), "{0, 1, 2, 3, 4, 5, 6, 7, …}");
  assert_string_equal(place(f, A + 12, 4), "a[3]");
  assert_string_equal(place(f, A + 13, 1), "a[3]");
  assert_null(place(f, A + 40, 1));
  memory_view_write(&f->view, S, 8, 0);
  memory_view_write(&f->view, S + 8, 8, UINT64_C(0xffffffff00000007));
  memory_view_write(&f->view, S + 16, 8, 'o' | 'k' << 8);
  assert_string_equal(value(f, NODE, S), "{.next = NULL, .at = {.x = 7, .y = -1}, .name = \"ok\"}");
  assert_string_equal(place(f, S + 12, 4), "s.at.y");
  assert_string_equal(place(f, S + 17, 1), "s.name[1]");
  uint64_t flags = 3 | 15 << 3;
  text_clear(&f->text);
  memory_view_print_bytes(&f->view, FLAGS, &flags, 1, &f->text);
  assert_string_equal(text_cstr(&f->text), "{.low = 3, .high = -1}");
  uint64_t offset = 52;
  text_clear(&f->text);
  assert_int_equal(layout_walk(f->cfa->layout, GRID, &offset, 4, &f->text), INT);
  assert_string_equal(text_cstr(&f->text), "[1][3]");
}

static void pointers(void **state) {
  struct fixture *f = *state;
  assert_string_equal(bits(f, TO_INT, 0), "NULL");
  assert_string_equal(bits(f, TO_INT, A + 12), "&a[3]");
  assert_string_equal(bits(f, TO_INT, A + 40), "&a[10]");
  assert_string_equal(bits(f, TO_INT, A + 13), "&a[3] + 1 byte");
  assert_string_equal(bits(f, TO_INT, S + 8), "&s.at.x");
  assert_string_equal(bits(f, TO_NODE, S), "&s");
  assert_string_equal(bits(f, TO_INT, 0x77777777), "0x77777777");
  assert_string_equal(bits(f, TO_CHAR, LITERAL), "\"a\\\"b\\n\\001\"");
  assert_string_equal(bits(f, TO_CHAR, LITERAL + 2), "\"b\\n\\001\"");
  memory_view_write(&f->view, S + 16, 3, 'o' | 'k' << 8);
  assert_string_equal(bits(f, TO_CHAR, S + 16), "&s.name[0] \"ok\"");
}

// After more has changed than was told, what globals started with is not what they hold.
static void forgotten(void **state) {
  struct fixture *f = *state;
  f->cfa->layout->objects.data[0].is_zero = true;
  assert_string_equal(value(f, INT, A), "0");
  memory_view_write(&f->view, A + 4, 4, 5);
  memory_view_forget(&f->view);
  assert_string_equal(value(f, INT, A), "?");
  assert_string_equal(value(f, INT, A + 4), "?");
  assert_string_equal(bits(f, TO_CHAR, LITERAL + 3), "\"\\n\\001\"");
  memory_view_write(&f->view, A, 4, 6);
  assert_string_equal(value(f, INT, A), "6");
}

// They get numbers, say once where they were made, and are what the first pointer to them says.
static void heap(void **state) {
  struct fixture *f = *state;
  memory_view_add(&f->view, (struct view_object){.address = HEAP, .size = 24, .by = "malloc"});
  memory_view_add(&f->view, (struct view_object){.address = HEAP + 64, .size = 8, .by = "calloc"});
  memory_view_note_pointer(&f->view, TO_NODE, HEAP);
  memory_view_note_pointer(&f->view, TO_INT, HEAP + 64);
  assert_string_equal(bits(f, TO_NODE, HEAP), "new object of 24 bytes (malloc)");
  assert_string_equal(bits(f, TO_NODE, HEAP), "&heap1");
  assert_string_equal(bits(f, TO_INT, HEAP + 68), "&heap2[1] (calloc, 8 bytes)");
  assert_string_equal(place(f, HEAP + 12, 4), "heap1.at.y");
  // Both have the name of what holds their address first, and a number where that does not tell which one is meant.
  memory_view_note_holder(&f->view, "n", HEAP);
  assert_string_equal(place(f, HEAP + 12, 4), "n->at.y");
  assert_string_equal(bits(f, TO_NODE, HEAP), "n");
  memory_view_note_holder(&f->view, "n", HEAP + 64);
  assert_string_equal(place(f, HEAP + 12, 4), "n#1->at.y");
  assert_string_equal(bits(f, TO_INT, HEAP + 68), "&n#2[1]");
  assert_string_equal(place(f, HEAP + 64, 4), "n#2[0]");
  // What comes in the place of another object has nothing of it.
  memory_view_write(&f->view, HEAP + 64, 4, 9);
  memory_view_add(&f->view, (struct view_object){.address = HEAP + 60, .size = 20, .name = "x", .type = INT});
  assert_int_equal(memory_view_byte(&f->view, HEAP + 64), -1);
  assert_string_equal(place(f, HEAP + 60, 4), "x");
  assert_int_equal(f->view.objects.size, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(numbers, begin, end),   cmocka_unit_test_setup_teardown(memory, begin, end),
      cmocka_unit_test_setup_teardown(pointers, begin, end),  cmocka_unit_test_setup_teardown(heap, begin, end),
      cmocka_unit_test_setup_teardown(forgotten, begin, end), cmocka_unit_test_setup_teardown(constants, begin, end),
      cmocka_unit_test_setup_teardown(blocks, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
