// The command line: finds the command and runs it.
#include "base/error.h"
#include "cli/command.h"
#include "run/request/request.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct command commands[] = {
#define FORM(kind) &request_forms[REQUEST_##kind]
#define OPTIONS(table) &table
#define NONE NULL
#define COMMAND(id, name, arguments, summary, form, options) {name, arguments, summary, command_##id, form, options},
#include "cli/commands.def"
#undef COMMAND
#undef FORM
#undef OPTIONS
#undef NONE
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

const struct command *command_at(unsigned i) { return i < COMMAND_COUNT ? &commands[i] : NULL; }

const struct command *command_find(const char *name) {
  for (unsigned i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

const char *command_nearest(const char *name) {
  const char *best = NULL;
  unsigned best_distance = 3;
  for (unsigned i = 0; i < COMMAND_COUNT; i++) {
    unsigned d = words_distance(name, commands[i].name);
    if (d < best_distance) {
      best_distance = d;
      best = commands[i].name;
    }
  }
  return best;
}

static int unknown_command(const char *name) {
  const char *meant = command_nearest(name);
  const char *dot = strrchr(name, '.');
  if (meant) fprintf(stderr, "clew: unknown command '%s'; did you mean `clew %s`?\n", name, meant);
  else if (dot) fprintf(stderr, "clew: unknown command '%s'; to verify a file: `clew verify %s`\n", name, name);
  else fprintf(stderr, "clew: unknown command '%s'; `clew help` lists them\n", name);
  return EXIT_USAGE;
}

// Files and pipes that are opened later must not get the numbers of standard streams that were closed; what is written
// to a closed standard output is lost, and that is an error. A caller that ignores SIGCHLD would have our children
// vanish.
static void repair_process(void) {
  static const char *const files[] = {"/dev/null", "/dev/full", "/dev/null"};
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0) (void)!open(files[fd], fd == 0 ? O_RDONLY : O_WRONLY);
  signal(SIGCHLD, SIG_DFL);
}

int main(int argc, char **argv) {
  repair_process();
  if (argc < 2) {
    fputs("clew: no command given; `clew help` lists them\n", stderr);
    return EXIT_USAGE;
  }
  const char *name = argv[1];
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
    puts("clew " CLEW_VERSION);
    return fflush(stdout) ? EXIT_INTERNAL : 0;
  }
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) return command_help(0, NULL);
  if (name[0] == '-') {
    fprintf(stderr, "clew: the command comes before its options: `clew verify %s ...`\n", name);
    return EXIT_USAGE;
  }
  const struct command *command = command_find(name);
  if (!command) return unknown_command(name);
  return command->run(argc - 2, argv + 2);
}
