// expect: true bits: both
// the number may be the address that the function got, of the variable that then is 5, or another
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
unsigned long handle_of(char *);
int main(void) {
  char x = 0;
  unsigned long u = handle_of(&x);
  *(char *)u = 5;
  if (x != 0 && x != 5) reach_error();
  return 0;
}
