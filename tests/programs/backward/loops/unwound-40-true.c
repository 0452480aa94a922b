// expect: true bits: both
// the search ends after 41 iterations backward: the proof is that the program has no longer paths
// decided: symex kind bself
extern void reach_error(void);
static void search(void) {
  unsigned const table[41][3] = {
      {0x6040, 0, 3}, {0x6047, 1, 3}, {0x604e, 2, 3}, {0x6055, 3, 3}, {0x605c, 0, 3}, {0x6063, 1, 3}, {0x606a, 2, 3}, {0x6071, 3, 3},
      {0x6078, 0, 3}, {0x607f, 1, 3}, {0x6046, 2, 3}, {0x604d, 3, 3}, {0x6054, 0, 3}, {0x605b, 1, 3}, {0x6062, 2, 3}, {0x6069, 3, 3},
      {0x6070, 0, 3}, {0x6077, 1, 3}, {0x607e, 2, 3}, {0x6045, 3, 3}, {0x604c, 0, 3}, {0x6053, 1, 3}, {0x605a, 2, 3}, {0x6061, 3, 3},
      {0x6068, 0, 3}, {0x606f, 1, 3}, {0x6076, 2, 3}, {0x607d, 3, 3}, {0x6044, 0, 3}, {0x604b, 1, 3}, {0x6052, 2, 3}, {0x6059, 3, 3},
      {0x6060, 0, 3}, {0x6067, 1, 3}, {0x606e, 2, 3}, {0x6075, 3, 3}, {0x607c, 0, 3}, {0x6043, 1, 3}, {0x604a, 2, 3}, {0x6051, 3, 3},
      {0, 0, 0}};
  unsigned at, i = 0;
  while (at = i, (at < 41 ? 0 : (reach_error(), 0)), table[at][0] != 0) i++;
}
int main(void) {
  search();
  return 0;
}
