// Is the witness about what is asked: this program, this property, this data model?
#include "campaign/validate/validator.h"
#include "base/text/digest.h"
#include <inttypes.h>
#include <string.h>
#include <strings.h>

// The hash that the witness has of the file: by its name, or the only one there is. NULL: none, or two fit.
static const struct yaml *hash_of(const struct validator *v, const struct witness_about *about, const char *file) {
  const struct yaml *found = NULL;
  uint32_t most = 0;
  for (const struct yaml *i = about->files->first; i; i = i->next) {
    uint32_t fits = witness_name_fits(i->text, file);
    if (fits && fits >= most) found = fits > most ? yaml_get(about->hashes, i->text) : NULL;
    if (fits > most) most = fits;
  }
  return most || v->places.n_files > 1 ? found : yaml_get(about->hashes, about->files->first->text);
}

// Each of its files must be there, and no other.
static bool same_program(struct validator *v, const struct witness_about *about) {
  if (yaml_size(about->files) != v->places.n_files) {
    validator_say_place(v, about->files);
    text_printf(&v->why, "it is for another program: it has %zu files, not %" PRIu32, (size_t)yaml_size(about->files),
                v->places.n_files);
    return false;
  }
  for (uint32_t i = 0; i < v->places.n_files; i++) {
    const struct outline *o = &v->places.outlines[i];
    const struct yaml *said = hash_of(v, about, o->name);
    char hash[DIGEST_DIGITS + 1];
    digest_sha256(text_cstr(&o->content), o->content.size, hash);
    bool twice = false;
    for (uint32_t k = 0; k < i; k++) twice |= said && hash_of(v, about, v->places.outlines[k].name) == said;
    if (said && !twice && yaml_text(said) && strcasecmp(said->text, hash) == 0) continue;
    validator_say_place(v, said ? said : about->hashes);
    text_printf(&v->why, "it is for another program: the hash of %s is %s", o->name, hash);
    return false;
  }
  return true;
}

static const char *error_function(const struct specification *s) {
  return s->error_function ? s->error_function : "reach_error";
}

// Tools fold lines of a property into one.
static void unfold_lines(const char *text, struct text *out) {
  for (; *text; text++) {
    if (out->size && !strncmp(text, "CHECK", 5)) text_addc(out, '\n');
    text_addc(out, *text);
  }
}

static bool same_property(struct validator *v, const struct yaml *specification, struct error *error) {
  struct job *job = v->job;
  const struct specification *asked = &job->request->specification;
  struct specification said = {0};
  struct text lines = {0};
  unfold_lines(specification->text, &lines);
  bool good = specification_parse(&said, v->witness.name, &lines, error);
  if (!good) {
    error_release(error);
    yaml_complain(error, v->witness.name, specification, "this is no property");
  } else if (said.unsupported || said.checked != asked->checked ||
             ((said.checked & PROPERTY_SET(UNREACH)) && strcmp(error_function(&said), error_function(asked)) != 0)) {
    validator_say_place(v, specification);
    text_add(&v->why, "it is for another property; if that is meant, say so with --property or --check");
    good = false;
  } else if (strcmp(said.entry, request_entry(job->request)) != 0) {
    validator_say_place(v, specification);
    text_printf(&v->why, "it is for the program that starts at `%s`, not at `%s`", said.entry,
                request_entry(job->request));
    good = false;
  }
  specification_release(&said);
  text_release(&lines);
  return good;
}

static bool same_model(struct validator *v, const struct yaml *model) {
  const char *asked = request_bits(v->job->request) == 32 ? "ILP32" : "LP64";
  if (strcmp(model->text, asked) == 0) return true;
  validator_say_place(v, model);
  text_printf(&v->why, "it is for the data model %s, not for %s; if that is meant, say --%d", model->text, asked,
              request_bits(v->job->request) == 32 ? 64 : 32);
  return false;
}

// Every entry must be about what is asked.
bool validator_same_task(struct validator *v, struct error *error) {
  for (uint32_t i = 0; i < v->witness.about.size; i++) {
    const struct witness_about *about = &v->witness.about.data[i];
    if (!same_program(v, about) || !same_property(v, about->specification, error) || !same_model(v, about->data_model))
      return false;
  }
  return true;
}
