// expect: false bits: 64
// a store through an address in a constant vector touches two elements of an array
// files: parts/vector_of_pointers.ll
// native: no
extern void reach_error(void);
extern int numbers[2];
void store_second(int value);

int main(void) {
  store_second(0x01020304);
  if (numbers[0] == 0x03040000 && numbers[1] == 0x0102) reach_error();
  return 0;
}
