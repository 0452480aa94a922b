// expect: true bits: both
// main may have one parameter, which is not negative
extern void abort(void);
void reach_error(void) { abort(); }
int main(int argc) {
  if (argc < 0) reach_error();
  return 0;
}
