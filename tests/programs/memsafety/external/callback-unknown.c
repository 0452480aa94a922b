// expect: true|unknown bits: both
// a function from outside that is not null is no null pointer
// args: --check memory
// entry: f
// native: no
extern int (*hook)(int);
int f(int (*call)(int)) { return call ? call(2) : hook ? hook(1) : 0; }
