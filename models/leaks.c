// Which blocks of the heap can still be reached when the program ends: called by the front end for every word that is
// kept in a global, and then once (front/check/provenance.c). A word that is the address of a place in a block keeps the
// block, and all that the words in this keep, as LeakSanitizer has it. The tables of blocks are in front/check/safety.c and,
// in a run, in native/safety.c.
typedef __UINTPTR_TYPE__ word;
unsigned __clew_block_count(void); // that were made, in their order
word __clew_block_base(unsigned k);
word __clew_block_size(word base);
int __clew_block_live(word base); // Is it the start of a block that was not freed?
int __clew_block_is_owned(word base); // Has the program to free it?
int __clew_block_is_read(word base); // May addresses lie in it?
word __clew_block_word(word base, word address);
int __clew_block_marked(word base); // 0: not, 1: its words were not looked at, 2: they were
void __clew_block_mark(word base, int mark);

void __clew_leaks_mark(word address) {
  if (!address) return;
  if (__clew_block_live(address)) {
    if (!__clew_block_marked(address)) __clew_block_mark(address, 1);
    return;
  }
  for (unsigned k = 0; k < __clew_block_count(); k++) {
    word base = __clew_block_base(k);
    if (!__clew_block_live(base) || address - base >= __clew_block_size(base)) continue;
    if (!__clew_block_marked(base)) __clew_block_mark(base, 1);
    return;
  }
}

// Is a block lost?
int __clew_leaks_spread(void) {
  for (int again = 1; again;) {
    again = 0;
    for (unsigned k = 0; k < __clew_block_count(); k++) {
      word base = __clew_block_base(k);
      if (!__clew_block_live(base) || __clew_block_marked(base) != 1) continue;
      __clew_block_mark(base, 2);
      if (!__clew_block_is_read(base)) continue;
      again = 1;
      for (word at = 0; at + sizeof(word) <= __clew_block_size(base); at += sizeof(word))
        __clew_leaks_mark(__clew_block_word(base, base + at));
    }
  }
  for (unsigned k = 0; k < __clew_block_count(); k++) {
    word base = __clew_block_base(k);
    if (__clew_block_live(base) && __clew_block_is_owned(base) && !__clew_block_marked(base)) return 1;
  }
  return 0;
}
