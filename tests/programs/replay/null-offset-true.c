// expect: true|unknown bits: both
// a member far behind a null pointer is no memory: a run must not find any there
// native: no
struct large { char before[9000]; int member; };
struct large *none;
extern void reach_error(void);

int main(void) {
  if (none->member != 5) reach_error();
  return 0;
}
