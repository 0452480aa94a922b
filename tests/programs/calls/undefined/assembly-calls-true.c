// expect: true bits: 64
// assembly may call what the program can name
// says: and calls no function
// native: no
extern void reach_error(void);
void named(void) { reach_error(); }

int main(void) {
  __asm__ volatile("call named" ::: "memory");
  return 0;
}
