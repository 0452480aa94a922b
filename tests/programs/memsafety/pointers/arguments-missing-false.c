// expect: false bits: both
// there may be no argument, then the pointer is null or not even there
// args: --check memory
// violates: valid-deref
// native: no
int main(int argc, char **argv) {
  (void)argc;
  return argv[1][0] == '-';
}
