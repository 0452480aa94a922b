#ifndef OPTIONS_H
#define OPTIONS_H
// The command line of a program that prints lines: head [-q] [-n COUNT] [FILE].
struct options {
  int quiet;
  int count;
  const char *file;
};

int options_parse(struct options *options, int argc, char **argv); // 0 if they are wrong

#endif
