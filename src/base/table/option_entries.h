// No guard: defines the macros with which a table of options (base/table/option.h) expands to entries; OPTIONS is the
// struct.
#define OPTION_TAGS(...) 0u __VA_OPT__(|) __VA_ARGS__
#define FLAG(field, name, letter, help, ...)                                                                           \
  {OPTION_FLAG, name, letter, NULL, NULL, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
#define VALUE(field, name, letter, metavar, otherwise, help, ...)                                                      \
  {OPTION_VALUE, name, letter, metavar, otherwise, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
#define NUMBER(field, name, letter, metavar, otherwise, help, ...)                                                     \
  {OPTION_NUMBER, name, letter, metavar, #otherwise, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
#define WHOLE(field, name, letter, metavar, otherwise, help, ...)                                                      \
  {OPTION_WHOLE, name, letter, metavar, #otherwise, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
#define CHOICE(field, name, letter, words, otherwise, help, ...)                                                       \
  {OPTION_CHOICE, name, letter, words, otherwise, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
#define SET(field, name, letter, words, otherwise, help, ...)                                                          \
  {OPTION_SET, name, letter, words, otherwise, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
#define LIST(field, name, letter, metavar, help, ...)                                                                  \
  {OPTION_LIST, name, letter, metavar, NULL, help, offsetof(OPTIONS, field), OPTION_TAGS(__VA_ARGS__)},
