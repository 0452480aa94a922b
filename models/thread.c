// Threads, in a program that has one: what it needs not to wait for others. pthread_create is not supported.
//
// A mutex is used as the program declares it; all that is kept here are its owner and kind, in the library's own places
// for them.
typedef unsigned long pthread_t;

void __clew_unsupported(const char *what);

enum { EBUSY = 16, EINVAL = 22, EPERM = 1, EDEADLK = 35 };

extern void __VERIFIER_assume(int condition);

enum { NORMAL, RECURSIVE, ERRORCHECK, ADAPTIVE };

// The kind is where the static initialisers put it; the rest is the program's to leave alone.
struct mutex {
  int is_locked;
  unsigned count;
  int owner;
#if __SIZEOF_POINTER__ == 8
  unsigned users;
#endif
  int kind;
};
struct attributes { int kind; };

pthread_t pthread_self(void) {
  static char self[16];
  return (pthread_t)self;
}

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

// The routine is run while the control says so: a second call from within it would never return.
int pthread_once(int *control, void (*routine)(void)) {
  if (*control == 2) return 0;
  if (*control != 0) __clew_unsupported("a pthread_once within its own routine");
  *control = 1;
  routine();
  *control = 2;
  return 0;
}

void call_once(int *control, void (*routine)(void)) { pthread_once(control, routine); }

int pthread_mutexattr_init(struct attributes *a) {
  a->kind = NORMAL;
  return 0;
}

int pthread_mutexattr_destroy(struct attributes *a) { return 0; }

int pthread_mutexattr_settype(struct attributes *a, int kind) {
  if (kind < NORMAL || kind > ADAPTIVE) return EINVAL;
  a->kind = kind;
  return 0;
}

int pthread_mutexattr_gettype(const struct attributes *a, int *kind) {
  *kind = a->kind;
  return 0;
}

int pthread_mutex_init(struct mutex *m, const struct attributes *a) {
  __builtin_memset(m, 0, sizeof *m);
  if (a && (a->kind < NORMAL || a->kind > ADAPTIVE)) __clew_unsupported("attributes of a mutex");
  if (a) m->kind = a->kind;
  return 0;
}

static void check_kind(const struct mutex *m) {
  if (m->kind < NORMAL || m->kind > ADAPTIVE) __clew_unsupported("a mutex of another kind");
}

int pthread_mutex_destroy(struct mutex *m) { return m->is_locked ? EBUSY : 0; }

static int take(struct mutex *m) {
  m->is_locked = m->owner = 1;
  m->count = m->kind == RECURSIVE;
  return 0;
}

// Nobody else will unlock it: a thread that waits for itself is in a deadlock.
int pthread_mutex_lock(struct mutex *m) {
  check_kind(m);
  if (!m->is_locked) return take(m);
  if (m->kind == ERRORCHECK) return EDEADLK;
  __VERIFIER_assume(m->kind == RECURSIVE);
  m->count++;
  return 0;
}

int pthread_mutex_trylock(struct mutex *m) {
  check_kind(m);
  if (!m->is_locked) return take(m);
  if (m->kind != RECURSIVE) return EBUSY;
  m->count++;
  return 0;
}

int pthread_mutex_unlock(struct mutex *m) {
  check_kind(m);
  if (!m->is_locked && (m->kind == RECURSIVE || m->kind == ERRORCHECK)) return EPERM;
  if (m->kind == RECURSIVE && --m->count > 0) return 0;
  m->is_locked = m->owner = 0;
  return 0;
}

// Data of the thread by key. Destructors run where a thread ends by itself, not where the program ends; pthread_exit with
// one is not covered.
enum { MOST_KEYS = 64 };

static const void *key_data[MOST_KEYS];
static _Bool is_key[MOST_KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  unsigned k = 0;
  if (destructor) __clew_unsupported("a destructor of a thread's data");
  while (k < MOST_KEYS && is_key[k]) k++;
  if (k == MOST_KEYS) __clew_unsupported("more than 64 keys of a thread's data");
  is_key[k] = 1;
  key_data[k] = 0;
  *key = k;
  return 0;
}

int pthread_key_delete(unsigned key) {
  if (key >= MOST_KEYS || !is_key[key]) return EINVAL;
  is_key[key] = 0;
  return 0;
}

int pthread_setspecific(unsigned key, const void *data) {
  if (key >= MOST_KEYS || !is_key[key]) return EINVAL;
  key_data[key] = data;
  return 0;
}

void *pthread_getspecific(unsigned key) { return key < MOST_KEYS && is_key[key] ? (void *)key_data[key] : 0; }
