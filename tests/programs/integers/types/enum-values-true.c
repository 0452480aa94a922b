// expect: true bits: both
// enumerators count on from the last value given
extern void reach_error(void);
enum colour { RED, GREEN = 5, BLUE, NEGATIVE = -2, AGAIN };
static const char *name(enum colour c) { return c == BLUE ? "blue" : "other"; }
int main(void) {
  enum colour c = BLUE;
  if (!(RED == 0 && BLUE == 6 && AGAIN == -1 && name(c)[0] == 'b' && sizeof c == sizeof(int))) reach_error();
  return 0;
}
