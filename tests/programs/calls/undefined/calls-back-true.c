// expect: true bits: both
// the function without a body may call one that the program itself never calls
// args: --check memory
// says: if run (
// native: no
extern void run(void);
void called_back(int *p) { *p = 1; }

int main(void) {
  run();
  return 0;
}
