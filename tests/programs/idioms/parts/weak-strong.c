int answer(void) { return 42; }
int level = 3;
