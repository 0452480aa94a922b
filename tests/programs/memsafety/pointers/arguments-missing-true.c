// expect: true bits: both
// the argument is read if there is one
// args: --check memory
// native: no
int main(int argc, char **argv) { return argc > 1 && argv[1][0] == '-'; }
