// Part of multi-*.c: a global that others see, and a call back into the file with main.
int count = 0;
extern int own(int);
int step(int by) { return count += own(by); }
