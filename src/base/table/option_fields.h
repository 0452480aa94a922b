// No guard: defines the macros with which a table of options (base/table/option.h) expands to the fields of a struct.
#define FLAG(field, name, letter, help, ...) bool field;
#define VALUE(field, name, letter, metavar, otherwise, help, ...) const char *field;
#define NUMBER(field, name, letter, metavar, otherwise, help, ...) double field;
#define WHOLE(field, name, letter, metavar, otherwise, help, ...) uint32_t field;
#define CHOICE(field, name, letter, words, otherwise, help, ...) uint32_t field;
#define SET(field, name, letter, words, otherwise, help, ...) uint32_t field;
#define LIST(field, name, letter, metavar, help, ...) struct vec_word field;
