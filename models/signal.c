// Signals: a handler runs where the program raises the signal itself, and never else; the verdict says so.
//
// Handlers are called with the signal blocked, as the library does it. A blocked signal that is raised waits until it is
// unblocked; that is not modelled, nor are handlers that get more than the number of the signal.
typedef void (*handler)(int);

void __clew_unsupported(const char *what);
int *__errno_location(void);
_Noreturn void abort(void);
int getpid(void);

enum { EINVAL = 22, SIGNALS = 65, SIGKILL = 9, SIGSTOP = 19 };
// What the library adds to the flags: the kernel shows it with an earlier action.
#if __SIZEOF_POINTER__ == 8
enum { RESTORER = 0x04000000 };
#else
enum { RESTORER = 0 };
#endif
enum { SA_SIGINFO = 4, SA_RESTART = 0x10000000, SA_NODEFER = 0x40000000, SA_RESETHAND = (int)0x80000000 };
#define SIG_DFL ((handler)0)
#define SIG_IGN ((handler)1)
#define SIG_ERR ((handler)-1)

// As in the library's headers; the kernel knows as many signals as fit into 64 bits.
enum { MASK_WORDS = 1024 / (8 * sizeof(long)), WORD = 8 * sizeof(long) };
struct mask { unsigned long words[MASK_WORDS]; };
struct action {
  handler handler;
  struct mask mask;
  int flags;
  void (*restorer)(void);
};

static struct action actions[SIGNALS];
unsigned long long __clew_blocked; // bit n - 1: signal n; sigsetjmp and siglongjmp keep it in the jmp_buf

static int fail(void) {
  *__errno_location() = EINVAL;
  return -1;
}

static int is_signal(int number) { return number > 0 && number < SIGNALS; }

static int can_be_caught(int number) {
  return is_signal(number) && number != SIGKILL && number != SIGSTOP && number != 32 && number != 33;
}

static unsigned long bit(int number) { return 1ul << (number - 1) % WORD; }
static unsigned long *word(struct mask *mask, int number) { return &mask->words[(number - 1) / WORD]; }

int sigemptyset(struct mask *set) {
  for (int i = 0; i < MASK_WORDS; i++) set->words[i] = 0;
  return 0;
}

// The two signals that the library keeps for itself are not in it.
int sigfillset(struct mask *set) {
  for (int i = 0; i < MASK_WORDS; i++) set->words[i] = -1ul;
  *word(set, 32) &= ~bit(32);
  *word(set, 33) &= ~bit(33);
  return 0;
}

int sigaddset(struct mask *set, int number) {
  if (!is_signal(number) || number == 32 || number == 33) return fail();
  *word(set, number) |= bit(number);
  return 0;
}

int sigdelset(struct mask *set, int number) {
  if (!is_signal(number) || number == 32 || number == 33) return fail();
  *word(set, number) &= ~bit(number);
  return 0;
}

int sigismember(const struct mask *set, int number) {
  if (!is_signal(number)) return fail();
  return (*word((struct mask *)set, number) & bit(number)) != 0;
}

handler signal(int number, handler function) {
  if (function == SIG_ERR || !can_be_caught(number)) {
    fail();
    return SIG_ERR;
  }
  handler before = actions[number].handler;
  actions[number].handler = function;
  actions[number].flags = SA_RESTART | RESTORER;
  sigemptyset(&actions[number].mask);
  *word(&actions[number].mask, number) |= bit(number);
  return before;
}

int sigaction(int number, const struct action *action, struct action *before) {
  if (!is_signal(number) || number == 32 || number == 33 || (action && !can_be_caught(number))) return fail();
  struct action old = actions[number];
  if (action) {
    if (action->flags & SA_SIGINFO && action->handler != SIG_DFL && action->handler != SIG_IGN)
      __clew_unsupported("a handler that gets more than the signal's number");
    actions[number] = *action;
    *word(&actions[number].mask, SIGKILL) &= ~bit(SIGKILL); // as the kernel does
    *word(&actions[number].mask, SIGSTOP) &= ~bit(SIGSTOP);
    actions[number].flags |= RESTORER;
  }
  if (before) *before = old;
  return 0;
}

static unsigned long long bits_of(const struct mask *mask) {
  unsigned long long bits = mask->words[0];
  if (WORD < 64) bits |= (unsigned long long)mask->words[1] << 32;
  return bits;
}

static unsigned long long as_bit(int number) { return 1ull << (number - 1); }

int sigprocmask(int how, const struct mask *set, struct mask *before) {
  unsigned long long old = __clew_blocked;
  if (set) {
    unsigned long long given = bits_of(set), wanted = how == 0 ? old | given : how == 1 ? old & ~given : given;
    if (how < 0 || how > 2) return fail();
    __clew_blocked = wanted & ~as_bit(SIGKILL) & ~as_bit(SIGSTOP);
  }
  if (before) {
    sigemptyset(before);
    before->words[0] = (unsigned long)old;
    if (WORD < 64) before->words[1] = (unsigned long)(old >> 32);
  }
  return 0;
}

int pthread_sigmask(int how, const struct mask *set, struct mask *before) {
  int error = *__errno_location(), result = sigprocmask(how, set, before);
  *__errno_location() = error;
  return result ? EINVAL : 0;
}

// Signals that do nothing unless they are caught.
static int is_ignored(int number) { return number == 17 || number == 18 || number == 23 || number == 28; }

int raise(int number) {
  if (number == 0) return 0;
  if (!is_signal(number)) return fail();
  if (__clew_blocked & as_bit(number)) __clew_unsupported("a blocked signal");
  handler function = actions[number].handler;
  if (function == SIG_IGN || (function == SIG_DFL && is_ignored(number))) return 0;
  if (function == SIG_DFL) {
    if (number >= SIGSTOP && number <= 22) __clew_unsupported("a signal that stops the program");
    abort();
  }
  unsigned long long before = __clew_blocked;
  int flags = actions[number].flags;
  if (flags & SA_RESETHAND) actions[number].handler = SIG_DFL;
  __clew_blocked |= bits_of(&actions[number].mask);
  if (!(flags & SA_NODEFER)) __clew_blocked |= as_bit(number);
  function(number);
  __clew_blocked = before;
  return 0;
}

int kill(int process, int number) {
  if (process != getpid()) __clew_unsupported("a signal to another process");
  return raise(number);
}
