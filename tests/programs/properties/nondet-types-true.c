// expect: true bits: both
// every kind of input stays within its type
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  int b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_char(), s = __VERIFIER_nondet_short(), u = __VERIFIER_nondet_ushort();
  long l = __VERIFIER_nondet_long();
  unsigned long long q = __VERIFIER_nondet_ulonglong();
  assert((b == 0 || b == 1) && c >= -128 && c <= 127 && s <= 32767 && s >= -32768 && u >= 0 && u <= 65535);
  assert((l ^ l) == 0 && q + 1 - q == 1);
  return 0;
}
