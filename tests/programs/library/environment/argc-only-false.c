// expect: false bits: both
// main may have one parameter
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int main(int argc) {
  if (argc == 3) reach_error();
  return 0;
}
