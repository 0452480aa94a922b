// Functions that the program asks to be run at its end: the last one first. What is registered meanwhile is next. The
// front end calls __clew_exit_handlers where the program returns from main or calls exit, before destructors.
void __clew_unsupported(const char *what);
int __clew_arbitrary_int(void);

enum { MOST = 64 }; // C guarantees 32

// In arrays by kind, so that each pointer has its own kind of targets.
static void (*plain[MOST])(void);
static void (*run[MOST])(int); // of on_exit: what calls functions[i]
static void (*functions[MOST])(int, void *);
static void *arguments[MOST];
static void (*quick[MOST])(void);
static int n_handlers, n_quick;

int atexit(void (*function)(void)) {
  if (n_handlers == MOST) __clew_unsupported("more than 64 functions");
  plain[n_handlers] = function;
  n_handlers++;
  return 0;
}

// The status of the program is not followed to here.
static void run_on_exit(int i) { functions[i](__clew_arbitrary_int(), arguments[i]); }

int on_exit(void (*function)(int, void *), void *argument) {
  if (n_handlers == MOST) __clew_unsupported("more than 64 functions");
  plain[n_handlers] = 0;
  run[n_handlers] = run_on_exit;
  functions[n_handlers] = function;
  arguments[n_handlers] = argument;
  n_handlers++;
  return 0;
}

void __clew_exit_handlers(void) {
  while (n_handlers > 0) {
    n_handlers--;
    if (plain[n_handlers]) plain[n_handlers]();
    else run[n_handlers](n_handlers);
  }
}

int at_quick_exit(void (*function)(void)) {
  if (n_quick == MOST) __clew_unsupported("more than 64 functions");
  quick[n_quick] = function;
  n_quick++;
  return 0;
}

_Noreturn void quick_exit(int status) {
  while (n_quick > 0) {
    n_quick--;
    quick[n_quick]();
  }
  (void)status;
  __builtin_trap(); // the end: a function of the program's may be called _Exit
}
