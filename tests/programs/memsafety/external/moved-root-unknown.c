// expect: unknown bits: both
// the pointer that is moved is no longer the one that came from outside; the object that it leads to is not known
// args: --check memory
// native: no
extern int *from[2];
int main(void) {
  int *p = from[1];
  if (!p) return 0;
  for (int i = 0; i < 2; i++) p++;
  return *p;
}
