// expect: true bits: 64
// A byte of a pointer in memory that is declared without one is cleared.
// args: --check all
// says: objects lie where clew puts them
// native: no
int x;
int main(void) {
  char block[sizeof(int *)] __attribute__((aligned(8)));
  *(int **)block = &x;
  block[5] = 0;
  return **(int **)block;
}
