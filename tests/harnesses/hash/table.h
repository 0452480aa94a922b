#ifndef TABLE_H
#define TABLE_H
// A set of numbers: open addressing with linear probing.
enum { TABLE_SIZE = 8 };

enum state { EMPTY, USED, DELETED };

struct table {
  enum state state[TABLE_SIZE];
  unsigned key[TABLE_SIZE];
};

int table_has(const struct table *table, unsigned key);
int table_add(struct table *table, unsigned key); // 0 if there is no place
void table_remove(struct table *table, unsigned key);

#endif
