// expect: false bits: 64
// raise runs the handler
extern void reach_error(void);
extern void (*signal(int, void (*)(int)))(int);
extern int raise(int);
static void handler(int number) { reach_error(); }
int main(void) {
  signal(10, handler);
  raise(10);
  return 0;
}
