// What the programs of a campaign call themselves: of clew the version and a digest of the executable, of others the
// first line that their `version` command prints.
#include "base/file/input.h"
#include "base/text/digest.h"
#include "campaign/bench/runs.h"
#include <errno.h>
#include <string.h>

#define VERSION_SECONDS 60.0
enum { DIGITS = 12 };

// Runs the command in a folder of its own: the first line of what it says.
static bool first_line(const struct bench_workspace *workspace, const struct vec_word *command, struct arena *arena,
                       const char **out, struct error *error) {
  struct supervise_lifeline lifeline;
  struct supervise_result result;
  struct temp folder = {0};
  struct vec_word words = {0};
  struct text said = {0};
  int from, pid = 0;
  if (!bench_workspace_folder(workspace, &folder, error)) return false;
  const char *output = arena_printf(arena, "%s/output", folder.path);
  for (uint32_t i = 0; i < command->size; i++) vec_word_push(&words, command->data[i]);
  vec_word_push(&words, NULL);
  struct supervise_command run = {.argv = words.data, .folder = folder.path, .output = output, .wall = VERSION_SECONDS};
  if (supervise_open(&lifeline)) {
    pid = supervise_start(&lifeline, &run, &from);
    bool good = pid && supervise_finish(pid, from, &result) && result.end == SUPERVISE_EXITED;
    supervise_close(&lifeline);
    if (!good) error_set(error, EXIT_DATA, "%s: its version could not be asked for", command->data[0]);
  } else {
    error_set(error, EXIT_INTERNAL, "no pipe: %s", strerror(errno));
  }
  bool good = !error->status && input_read(output, &said, error);
  if (good) *out = arena_printf(arena, "%.*s", (int)strcspn(text_cstr(&said), "\r\n"), text_cstr(&said));
  temp_remove(&folder);
  vec_word_release(&words);
  text_release(&said);
  return good;
}

static bool version_of_clew(const struct bench_workspace *workspace, const struct bench_configuration *c,
                            struct arena *arena, const char **out, struct error *error) {
  struct vec_word words = {0};
  struct text content = {0};
  char digest[DIGEST_DIGITS + 1];
  const char *name = "";
  vec_word_push(&words, c->command.data[0]);
  vec_word_push(&words, "--version");
  bool good = first_line(workspace, &words, arena, &name, error) && input_read(c->command.data[0], &content, error);
  if (good) {
    digest_sha256(text_cstr(&content), content.size, digest);
    *out = arena_printf(arena, "%s (sha256 %.*s)", name, DIGITS, digest);
  }
  vec_word_release(&words);
  text_release(&content);
  return good;
}

// The configuration before number i that runs the same clew, which is read once; NULL: there is none.
static const char *known_version(const struct bench_definition *definition, uint32_t i, const struct vec_word *known) {
  const char *program = definition->configurations.data[i].command.data[0];
  for (uint32_t k = 0; k < i; k++) {
    const struct bench_configuration *other = &definition->configurations.data[k];
    const char *its = other->command.data[0];
    if (other->is_clew && strcmp(its, program) == 0) return known->data[k];
  }
  return NULL;
}

bool bench_versions(const struct bench_definition *definition, const struct bench_workspace *workspace,
                    struct arena *arena, struct vec_word *out, struct error *error) {
  for (uint32_t i = 0; i < definition->configurations.size; i++) {
    const struct bench_configuration *c = &definition->configurations.data[i];
    const char *version = c->is_clew ? known_version(definition, i, out) : "";
    if (!version && !version_of_clew(workspace, c, arena, &version, error)) return false;
    if (!c->is_clew && c->version.size && !first_line(workspace, &c->version, arena, &version, error)) return false;
    vec_word_push(out, version);
  }
  return true;
}
