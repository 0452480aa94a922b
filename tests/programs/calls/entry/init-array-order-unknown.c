// expect: unknown bits: 64
// the linker decides which of two pointers in one section comes first
// native: no
extern void reach_error(void);

int n;
static void one(void) { n = 1; }
static void two(void) { n = 2; }
__attribute__((section(".init_array"), used)) static void (*first)(void) = one;
__attribute__((section(".init_array"), used)) static void (*second)(void) = two;
int main(void) {
  if (n == 0) reach_error();
  return 0;
}
