// The users of the system: <pwd.h>. Who is there is an input; what one call gives lies where the next one writes.
typedef __SIZE_TYPE__ size_t;

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_nondet_memory(void *block, size_t n);
void __clew_unsupported(const char *what);
int *__errno_location(void);

enum { LONGEST = 255, ERANGE = 34 };

struct passwd {
  char *name, *password;
  unsigned user, group;
  char *text, *home, *shell;
};
struct texts {
  char of[5][LONGEST + 1];
};

// Texts are parts of a line between colons.
static char *any_text(char *to) {
  __VERIFIER_nondet_memory(to, LONGEST);
  to[LONGEST] = 0;
  return to;
}

static unsigned any_id(void) {
  unsigned id = __VERIFIER_nondet_uint();
  __VERIFIER_assume(id != -1u);   // nobody's
  return id;
}

// Nobody, or an error.
static _Bool is_there(void) {
  if (__VERIFIER_nondet_bool()) return 1;
  unsigned error = __VERIFIER_nondet_uint() & 127;
  if (error) *__errno_location() = (int)error;
  return 0;
}

static void give_user(struct passwd *user, struct texts *texts) {
  user->name = any_text(texts->of[0]), user->password = any_text(texts->of[1]);
  user->user = any_id(), user->group = any_id();
  user->text = any_text(texts->of[2]), user->home = any_text(texts->of[3]), user->shell = any_text(texts->of[4]);
}

static _Bool same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static struct passwd one_user;
static struct texts texts_of_user;

struct passwd *getpwnam(const char *name) {
  if (!is_there()) return 0;
  give_user(&one_user, &texts_of_user);
  __VERIFIER_assume(same(one_user.name, name));
  return &one_user;
}

struct passwd *getpwuid(unsigned id) {
  if (!is_there()) return 0;
  give_user(&one_user, &texts_of_user);
  __VERIFIER_assume(one_user.user == id);
  return &one_user;
}

// The same throughout a run.
static char login[LONGEST + 1];
static _Bool is_known;

static const char *known_login(void) {
  if (!is_known) any_text(login);
  is_known = 1;
  return login;
}

char *getlogin(void) { return is_there() ? (char *)known_login() : 0; }

int getlogin_r(char *to, size_t room) {
  if (__VERIFIER_nondet_bool()) {
    unsigned error = __VERIFIER_nondet_uint() & 127;
    __VERIFIER_assume(error > 0);
    return (int)error;
  }
  const char *name = known_login();
  size_t n = 0;
  while (name[n]) n++;
  if (n >= room) return ERANGE;
  __builtin_memcpy(to, name, n + 1);
  return 0;
}
