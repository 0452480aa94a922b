// expect: false bits: both
// behind the null pointer that ends the arguments the array has ended
// args: --check memory
// violates: valid-deref
// native: no
int main(int argc, char **argv) { return argv[argc + 1] != 0; }
