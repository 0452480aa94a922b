// Words that people mistype.
#ifndef CLEW_BASE_TEXT_WORDS_H
#define CLEW_BASE_TEXT_WORDS_H

// How far two words are apart: insertions, deletions, changes and swaps.
unsigned words_distance(const char *a, const char *b);

#endif
