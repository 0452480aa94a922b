// The environment and the locale.
//
// Variables of the environment are inputs, each the same until the program changes it. A variable that was asked for or
// changed has an entry that points to its text "NAME=value", as the library's own does; one that is not set has its
// name only.
typedef __SIZE_TYPE__ size_t;

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_nondet_memory(void *block, size_t n);
void *__clew_malloc(size_t n);
void *__clew_scratch(size_t n);
void __clew_unsupported(const char *what);
int *__errno_location(void);

enum { ENOENT = 2, ENOMEM = 12, EINVAL = 22, MOST_ENTRIES = 64, LONGEST = 1 << 17 };

static char *entries[MOST_ENTRIES];
static int n_entries, is_cleared;

static size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

// How many characters before the '=', or -1 if there is none.
static long name_length(const char *s) {
  for (long n = 0; s[n]; n++)
    if (s[n] == '=') return n;
  return -1;
}

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static int find(const char *name, size_t n) {
  for (int i = 0; i < n_entries; i++) {
    size_t k = 0;
    while (k < n && entries[i][k] == name[k]) k++;
    if (k == n && (entries[i][n] == '=' || !entries[i][n])) return i;
  }
  return -1;
}

static int new_entry(char *text) {
  if (n_entries == MOST_ENTRIES) __clew_unsupported("many variables of the environment");
  entries[n_entries] = text;
  return n_entries++;
}

// The text NAME, or NAME=value with room for a value.
static char *new_text(const char *name, size_t n, size_t value) {
  char *text = __clew_scratch(n + value + 2);
  __builtin_memcpy(text, name, n);
  text[n] = 0;
  return text;
}

// The kernel gives no text longer than LONGEST.
static int find_or_read(const char *name, size_t n) {
  int i = find(name, n);
  if (i >= 0) return i;
  if (is_cleared || !__VERIFIER_nondet_bool()) return new_entry(new_text(name, n, 0));
  char *text = new_text(name, n, LONGEST);
  text[n] = '=';
  __VERIFIER_nondet_memory(text + n + 1, LONGEST);
  text[n + LONGEST] = 0;
  return new_entry(text);
}

// A name that is empty or holds a '=' is that of no variable.
char *getenv(const char *name) {
  size_t n = length(name);
  if (n == 0 || name_length(name) >= 0) return 0;
  char *text = entries[find_or_read(name, n)];
  return text[n] == '=' ? text + n + 1 : 0;
}

char *secure_getenv(const char *name) {
  static int privileged = -1;
  if (privileged < 0) privileged = __VERIFIER_nondet_bool();
  return privileged ? 0 : getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
  if (!name || !*name || name_length(name) >= 0) return fail(EINVAL);
  size_t n = length(name);
  int i = overwrite ? find(name, n) : find_or_read(name, n);
  if (i < 0) i = new_entry(new_text(name, n, 0));
  if (!overwrite && entries[i][n] == '=') return 0;
  if (__VERIFIER_nondet_bool()) return fail(ENOMEM);
  size_t m = length(value);
  char *text = new_text(name, n, m);
  text[n] = '=';
  __builtin_memcpy(text + n + 1, value, m + 1);
  entries[i] = text;
  return 0;
}

int unsetenv(const char *name) {
  if (!name || !*name || name_length(name) >= 0) return fail(EINVAL);
  size_t n = length(name);
  int i = find(name, n);
  char *text = new_text(name, n, 0);
  if (i < 0) new_entry(text);
  else entries[i] = text;
  return 0;
}

// The text itself becomes part of the environment. Like all allocation, that of the list does not fail.
int putenv(char *text) {
  long n = name_length(text);
  if (n < 0) {
    if (*text) unsetenv(text);
    return 0;
  }
  if (n == 0) __clew_unsupported("a variable of the environment without a name");
  int i = find(text, (size_t)n);
  if (i < 0) new_entry(text);
  else entries[i] = text;
  return 0;
}

int clearenv(void) {
  n_entries = 0;
  is_cleared = 1;
  return 0;
}

// Local time is that of TZ, or of the machine if it is not set. That it is UTC is assumed of both; of a zone that the
// program sets it must be known.
void __clew_time_zone(void) {
  int i = find("TZ", 2);
  if (i < 0 || !entries[i][2]) return;
  const char *zone = entries[i] + 3;
  if (!*zone) return;
  if (zone[0] != 'U' || zone[1] != 'T' || zone[2] != 'C' || zone[3] && (zone[3] != '0' || zone[4]))
    __clew_unsupported("a time zone other than UTC");
}

// The locale. A program starts in the locale "C", for which the models of the C library stand. Another one may not be
// there; if it is, nothing is known of it.

static int is_c(const char *name) {
  if (name[0] == 'C' && !name[1]) return 1;
  const char *posix = "POSIX";
  int i = 0;
  while (posix[i] && name[i] == posix[i]) i++;
  return !posix[i] && !name[i];
}

char *setlocale(int category, const char *locale) {
  if (category < 0 || category > 12) {
    *__errno_location() = EINVAL;
    return 0;
  }
  if (!locale || is_c(locale)) return "C";
  if (!*locale && __VERIFIER_nondet_bool()) return "C";   // what the environment asks for
  if (__VERIFIER_nondet_bool()) __clew_unsupported("a locale other than \"C\"");
  if (__VERIFIER_nondet_bool()) *__errno_location() = ENOENT;   // not for all categories
  return 0;
}

// The working directory: a path of at most 4095 bytes, in a block of the caller's or in a new one. The result of a size
// that is too small, or of a directory that was removed, is an error.
enum { ERANGE = 34, LONGEST_PATH = 4096 };

char *getcwd(char *to, size_t room) {
  if (to && room == 0) return fail(EINVAL), (char *)0;
  if (__VERIFIER_nondet_bool()) return fail(__VERIFIER_nondet_bool() ? ENOENT : ENOMEM), (char *)0;
  size_t most = room && room < LONGEST_PATH ? room : LONGEST_PATH;
  if (room && room < LONGEST_PATH && __VERIFIER_nondet_bool()) return fail(ERANGE), (char *)0;
  __VERIFIER_assume(most >= 2);
  if (!to) to = __clew_malloc(room ? room : LONGEST_PATH);
  __VERIFIER_nondet_memory(to, most - 1);
  __VERIFIER_assume(to[0] == '/' || to[0] == '(');   // "(unreachable)" stands before a path that is not below the root
  to[most - 1] = 0;
  return to;
}
