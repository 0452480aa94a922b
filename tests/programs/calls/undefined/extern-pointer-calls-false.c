// expect: false bits: both
// a pointer from another file may lead to a function of this one whose address is taken
// native: no
extern void reach_error(void);
int secret = 1, runs;
void change(void) { secret = 5; }
void (*registered)(void) = change;
extern void (*hook)(void);
__attribute__((constructor)) static void start(void) { runs = 0; }
int main(void) {
  if (runs++) return 0;
  hook();
  if (secret != 1) reach_error();
  return 0;
}
