// Part of multi-static-names: the same static names as in the file with main.
static int value = 2;
static int get(void) { return value; }
int other_get(void) { return get(); }
void other_set(int n) { value = n; }
