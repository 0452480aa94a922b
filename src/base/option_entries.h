// No guard: defines the macros with which a table of options (base/option.h) expands to entries; OPTIONS is the struct.
#define FLAG(field, name, letter, help) {OPTION_FLAG, name, letter, NULL, NULL, help, offsetof(OPTIONS, field)},
#define VALUE(field, name, letter, metavar, otherwise, help)                                                           \
  {OPTION_VALUE, name, letter, metavar, otherwise, help, offsetof(OPTIONS, field)},
#define NUMBER(field, name, letter, metavar, otherwise, help)                                                          \
  {OPTION_NUMBER, name, letter, metavar, #otherwise, help, offsetof(OPTIONS, field)},
#define WHOLE(field, name, letter, metavar, otherwise, help)                                                           \
  {OPTION_WHOLE, name, letter, metavar, #otherwise, help, offsetof(OPTIONS, field)},
#define CHOICE(field, name, letter, words, otherwise, help)                                                            \
  {OPTION_CHOICE, name, letter, words, otherwise, help, offsetof(OPTIONS, field)},
#define SET(field, name, letter, words, otherwise, help)                                                               \
  {OPTION_SET, name, letter, words, otherwise, help, offsetof(OPTIONS, field)},
#define LIST(field, name, letter, metavar, help)                                                                       \
  {OPTION_LIST, name, letter, metavar, NULL, help, offsetof(OPTIONS, field)},
