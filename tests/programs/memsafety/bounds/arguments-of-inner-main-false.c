// expect: false|unknown bits: both
// main calls itself with a count that is too large for its list
// args: --check memory
// violates: valid-deref
// native: no
static int depth;
int main(int argc, char **argv) {
  if (depth++ == 0) return main(argc + 5, argv);
  return argv[argc - 2] != 0;
}
