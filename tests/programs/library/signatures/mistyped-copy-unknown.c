// expect: unknown bits: both
// memcpy without a prototype gets an int where it takes a pointer
// args: --check all
// native: no
void *memcpy();
int main(void) {
  char a[4] = {0};
  memcpy(a, 0, 0);
  return a[0];
}
