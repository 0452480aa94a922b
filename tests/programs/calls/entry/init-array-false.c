// expect: false bits: both
// functions in the sections that the C library runs at the start and the end
extern void reach_error(void);

int n;
static void one(void) { n = n * 10 + 1; }
static void two(void) { n = n * 10 + 2; }
static void check(void) { if (n == 21) reach_error(); }
__attribute__((section(".init_array"), used)) static void (*at_start)(void) = one;
__attribute__((section(".preinit_array"), used)) static void (*before_start)(void) = two;
__attribute__((section(".fini_array"), used)) static void (*at_end)(void) = check;
int main(void) { return n != 21; }
