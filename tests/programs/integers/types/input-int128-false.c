// expect: false bits: 64
// an input in two registers
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern __int128 __VERIFIER_nondet_int128(void);
int main(void) {
  __int128 a = __VERIFIER_nondet_int128();
  if (a >> 70 == -5) reach_error();
  return 0;
}
