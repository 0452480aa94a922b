#include "table.h"

static unsigned hash(unsigned key) { return (key ^ key >> 3) % TABLE_SIZE; }

static int find(const struct table *table, unsigned key) {
  unsigned at = hash(key);
  for (int i = 0; i < TABLE_SIZE && table->state[at] != EMPTY; i++) {
    if (table->state[at] == USED && table->key[at] == key) return at;
    at = (at + 1) % TABLE_SIZE;
  }
  return -1;
}

int table_has(const struct table *table, unsigned key) { return find(table, key) >= 0; }

int table_add(struct table *table, unsigned key) {
  if (table_has(table, key)) return 1;
  unsigned at = hash(key);
  for (int i = 0; i < TABLE_SIZE; i++) {
    if (table->state[at] != USED) {
      table->state[at] = USED;
      table->key[at] = key;
      return 1;
    }
    at = (at + 1) % TABLE_SIZE;
  }
  return 0;
}

void table_remove(struct table *table, unsigned key) {
  int at = find(table, key);
  if (at < 0) return;
#ifdef BROKEN
  table->state[at] = EMPTY;
#else
  table->state[at] = DELETED;
#endif
}
