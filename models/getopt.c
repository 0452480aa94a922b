// getopt, as the GNU library does it: operands are moved behind the options unless the environment or a '+' forbids it.
// Messages are not modelled, they go to standard error only.
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

static int next_option(int argc, char **argv, const char *options, _Bool is_posix) {
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

static int get(int argc, char *const *arguments, const char *options, _Bool is_posix) {
  int result = next_option(argc, (char **)arguments, options, is_posix);
  optarg = argument_text;
  optopt = refused;
  return result;
}

int getopt(int argc, char *const *arguments, const char *options) { return get(argc, arguments, options, 0); }

int __posix_getopt(int argc, char *const *arguments, const char *options) { return get(argc, arguments, options, 1); }
