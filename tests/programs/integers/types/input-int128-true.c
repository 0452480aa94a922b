// expect: true bits: 64
// an input in two registers, shifted down, is small
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
int main(void) {
  unsigned __int128 a = __VERIFIER_nondet_uint128();
  if (a >> 120 > 255) reach_error();
  return 0;
}
