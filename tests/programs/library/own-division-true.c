// expect: true bits: both
// Compilers divide by functions of their own library where the processor cannot: here by the program's own.
// says: if the compiler calls the program's own __udivti3 only where the program does
// native: no
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#else
typedef unsigned long long wide;
#endif
extern void reach_error(void);
wide __udivti3(wide a, wide b) { return 43; }
int main(void) {
  volatile wide a = 100, b = 7;
  if (a / b != 14) reach_error();
}
