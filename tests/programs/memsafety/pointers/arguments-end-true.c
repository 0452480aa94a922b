// expect: true bits: both
// argv has a null pointer behind the last argument, which may be read
// args: --check memory
// native: no
int main(int argc, char **argv) { return argv[argc] != 0; }
