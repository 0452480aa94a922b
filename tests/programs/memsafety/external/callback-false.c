// expect: false bits: both
// it may be null
// args: --check memory
// violates: valid-deref
// entry: f
// native: no
int f(int (*call)(int)) { return call(2); }
