// expect: true bits: both
// an array that is declared without its size, and a structure without its members, are as large as they are used
// args: --check memory
// native: no
extern int values[];
extern unsigned count;
struct hidden;
extern struct hidden thing;
int main(void) { return count < 10 ? values[count] + *(char *)&thing : 0; }
