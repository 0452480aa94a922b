// Functions that the program asks to be run at its end: the last one first. What is registered meanwhile is next. The
// front end calls __clew_exit_handlers where the program returns from main or calls exit, before destructors.
void __clew_unsupported(const char *what);
int __clew_arbitrary_int(void);
_Noreturn void _Exit(int status);

enum { MOST = 64 }; // C guarantees 32

struct handler {
  void (*plain)(void);
  void (*with_status)(int, void *); // of on_exit
  void *argument;
};

static struct handler handlers[MOST];
static void (*quick_handlers[MOST])(void);
static int n_handlers, n_quick;

static void add(struct handler handler) {
  if (n_handlers == MOST) __clew_unsupported("more than 64 functions");
  handlers[n_handlers] = handler;
  n_handlers++;
}

int atexit(void (*function)(void)) {
  add((struct handler){.plain = function});
  return 0;
}

int on_exit(void (*function)(int, void *), void *argument) {
  add((struct handler){.with_status = function, .argument = argument});
  return 0;
}

// The status of the program is not followed to here.
void __clew_exit_handlers(void) {
  while (n_handlers > 0) {
    n_handlers--;
    struct handler *handler = &handlers[n_handlers];
    if (handler->plain) handler->plain();
    else handler->with_status(__clew_arbitrary_int(), handler->argument);
  }
}

int at_quick_exit(void (*function)(void)) {
  if (n_quick == MOST) __clew_unsupported("more than 64 functions");
  quick_handlers[n_quick] = function;
  n_quick++;
  return 0;
}

_Noreturn void quick_exit(int status) {
  while (n_quick > 0) {
    n_quick--;
    quick_handlers[n_quick]();
  }
  _Exit(status);
}
