// getopt, as the GNU library does it: operands are moved behind the options unless the environment or a '+' forbids it.
// Messages are not modelled, they go to standard error only.
typedef __SIZE_TYPE__ size_t;

char *getenv(const char *name);
void __clew_unsupported(const char *what);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
static char *argument_text;  // what optarg and optopt become with each call, whatever the program wrote into them
static int refused;

enum order { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };

static char *next;                       // the rest of an argument with several options
static int first_operand, last_operand;  // operands that were skipped: from first_operand to before last_operand
static _Bool is_initialised;
static enum order ordering;

// The options between last_operand and optind go before the operands that were skipped; their order is kept.
static void exchange(char **argv) {
  while (last_operand < optind) {
    char *option = argv[last_operand];
    for (int i = last_operand; i > first_operand; i--) argv[i] = argv[i - 1];
    argv[first_operand++] = option;
    last_operand++;
  }
}

static void initialise(const char *options) {
  if (optind == 0) optind = 1;
  first_operand = last_operand = optind;
  next = 0;
  ordering = *options == '-' ? RETURN_IN_ORDER : *options == '+' || getenv("POSIXLY_CORRECT") ? REQUIRE_ORDER : PERMUTE;
  is_initialised = 1;
}

static _Bool is_option(const char *argument) { return argument[0] == '-' && argument[1]; }
static _Bool is_end(const char *argument) { return argument[0] == '-' && argument[1] == '-' && !argument[2]; }

// Goes to the next argument that has options: 0, or what getopt returns instead.
static int advance(int argc, char **argv) {
  if (last_operand > optind) last_operand = optind;
  if (first_operand > optind) first_operand = optind;
  if (ordering == PERMUTE) {
    if (first_operand != last_operand && last_operand != optind) exchange(argv);
    else if (last_operand != optind) first_operand = optind;
    while (optind < argc && !is_option(argv[optind])) optind++;
    last_operand = optind;
  }
  if (optind != argc && is_end(argv[optind])) {
    optind++;
    if (first_operand != last_operand && last_operand != optind) exchange(argv);
    else if (first_operand == last_operand) first_operand = optind;
    last_operand = argc;
    optind = argc;
  }
  if (optind == argc) {
    if (first_operand != last_operand) optind = first_operand;
    return -1;
  }
  if (!is_option(argv[optind])) {
    if (ordering == REQUIRE_ORDER) return -1;
    argument_text = argv[optind++];
    return 1;
  }
  next = argv[optind] + 1;
  return 0;
}

static _Bool holds(const char *options, char c) {
  while (*options && *options != c) options++;
  return *options == c;
}

static const char *find(const char *options, char c) {
  if (c == ':' || c == ';') return 0;
  for (; *options; options++)
    if (*options == c) return options;
  return 0;
}

static int read_argument(int argc, char **argv, const char *found, char c, _Bool is_colon) {
  if (found[2] == ':') {   // it may be left out
    argument_text = *next ? next : 0;
    if (*next) optind++;
    next = 0;
    return c;
  }
  int result = c;
  if (*next) {
    argument_text = next;
    optind++;
  } else if (optind == argc) {
    refused = c;
    result = is_colon ? ':' : '?';
  } else {
    argument_text = argv[optind++];
  }
  next = 0;
  return result;
}

// Long options: their table ends with one without a name.
struct option { const char *name; int has_argument, *flag, value; };

struct long_options { const struct option *table; int *index; _Bool is_only; };

enum { NO_ARGUMENT, REQUIRED_ARGUMENT };

// How much of the name the text has before its end or its '=', or -1 if something else.
static long common(const char *name, const char *text) {
  long n = 0;
  while (text[n] && text[n] != '=' && name[n] == text[n]) n++;
  return !text[n] || text[n] == '=' ? n : -1;
}

enum { NONE = -1, AMBIGUOUS = -2 };

// The option of that name; else the only one that begins so, or several that mean the same.
static int find_long(const struct long_options *from) {
  const struct option *table = from->table;
  for (int i = 0; table[i].name; i++) {
    long n = common(table[i].name, next);
    if (n >= 0 && !table[i].name[n]) return i;
  }
  int found = NONE;
  for (int i = 0; table[i].name; i++) {
    if (common(table[i].name, next) < 0) continue;
    const struct option *first = &table[found < 0 ? i : found];
    if (found == NONE) found = i;
    else if (from->is_only || first->has_argument != table[i].has_argument || first->flag != table[i].flag ||
             first->value != table[i].value)
      return AMBIGUOUS;
  }
  return found;
}

static int refuse_long(int value) {
  next = 0;
  optind++;
  refused = value;
  return '?';
}

// The result for the long option that `next` begins with.
static int read_long(int argc, char **argv, const char *options, const struct long_options *from, int i) {
  if (i < 0) return refuse_long(0);
  const struct option *found = &from->table[i];
  const char *end = next;
  while (*end && *end != '=') end++;
  if (*end && found->has_argument == NO_ARGUMENT) return refuse_long(found->value);
  if (!*end && found->has_argument == REQUIRED_ARGUMENT && optind + 1 >= argc) {
    refuse_long(found->value);
    return *options == ':' ? ':' : '?';
  }
  optind++;
  next = 0;
  if (*end) argument_text = (char *)end + 1;
  else if (found->has_argument == REQUIRED_ARGUMENT) argument_text = argv[optind++];
  if (from->index) *from->index = i;
  if (!found->flag) return found->value;
  *found->flag = found->value;
  return 0;
}

// Is the argument at hand a long option? Then `result` is that of getopt_long.
static _Bool try_long(int argc, char **argv, const char *options, const struct long_options *from, int *result) {
  char *option = argv[optind];
  if (!from->table) return 0;
  _Bool has_two_dashes = option[1] == '-';
  if (!has_two_dashes && (!from->is_only || !option[2] && holds(options, option[1]))) return 0;
  if (has_two_dashes) next = option + 2;
  int i = find_long(from);
  if (i == NONE && !has_two_dashes && holds(options, *next)) return 0;
  *result = read_long(argc, argv, options, from, i);
  if (*result == -1 && !has_two_dashes) __clew_unsupported("a long option with one dash and the value -1");
  return 1;
}

static int next_option(int argc, char **argv, const char *options, const struct long_options *from, _Bool is_posix) {
  if (argc < 1) return -1;
  argument_text = 0;
  if (optind == 0 || !is_initialised) {
    initialise(options);
    if (is_posix && ordering == PERMUTE) ordering = REQUIRE_ORDER;
  }
  if (*options == '-' || *options == '+') options++;
  _Bool is_colon = *options == ':';
  if (!next || !*next) {
    int result = advance(argc, argv);
    if (result) return result;
    if (try_long(argc, argv, options, from, &result)) return result;
  }
  char c = *next++;
  const char *found = find(options, c);
  if (!*next) optind++;
  if (!found) {
    refused = c;
    return '?';
  }
  if (*found == 'W' && found[1] == ';') __clew_unsupported("long options after -W");
  if (found[1] == ':') return read_argument(argc, argv, found, c, is_colon);
  return c;
}

static int get(int argc, char *const *arguments, const char *options, const struct long_options *from,
               _Bool is_posix) {
  int result = next_option(argc, (char **)arguments, options, from, is_posix);
  optarg = argument_text;
  optopt = refused;
  return result;
}

static const struct long_options no_long_options;

int getopt(int argc, char *const *arguments, const char *options) {
  return get(argc, arguments, options, &no_long_options, 0);
}

int __posix_getopt(int argc, char *const *arguments, const char *options) {
  return get(argc, arguments, options, &no_long_options, 1);
}

int getopt_long(int argc, char *const *arguments, const char *options, const struct option *table, int *index) {
  return get(argc, arguments, options, &(struct long_options){table, index, 0}, 0);
}

int getopt_long_only(int argc, char *const *arguments, const char *options, const struct option *table, int *index) {
  return get(argc, arguments, options, &(struct long_options){table, index, 1}, 0);
}
