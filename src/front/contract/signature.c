// The parameters of a function, as clang's syntax tree of its file says. See contract.h.
#include "base/file/input.h"
#include "base/memory/alloc.h"
#include "base/text/json.h"
#include "front/compile/compile.h"
#include "front/context.h"
#include "front/contract/contract.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void clear(struct signature *s) {
  for (uint32_t i = 0; i < s->parameters.size; i++) {
    mem_free(s->parameters.data[i].name);
    mem_free(s->parameters.data[i].type);
  }
  vec_signature_parameter_release(&s->parameters);
  *s = (struct signature){0};
}

void signature_release(struct signature *signature) { clear(signature); }

static const char *string_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static void add_parameter(struct signature *s, const json_t *node) {
  const json_t *type = json_object_get(node, "type");
  const char *written = string_of(type, "qualType"), *plain = string_of(type, "desugaredQualType");
  if (!*plain) plain = written;
  size_t n = strlen(plain);
  bool is_callback = strstr(plain, "(*)") != NULL;
  const char *star = strrchr(plain, '*');
  bool is_pointer = !is_callback && star && !strchr(star, '[') && !strchr(star, ')');
  bool is_void = is_pointer && (!strncmp(plain, "void *", 6) || !strncmp(plain, "const void *", 12)) &&
                 strchr(plain, '*') == star && star < plain + n;
  struct signature_parameter p = {.name = mem_strdup(string_of(node, "name")),
                                  .type = mem_strdup(written),
                                  .is_pointer = is_pointer,
                                  .is_void = is_void,
                                  .is_callback = is_callback};
  vec_signature_parameter_push(&s->parameters, p);
}

static void read_function(const json_t *node, const char *function, struct signature *s) {
  if (strcmp(string_of(node, "kind"), "FunctionDecl") || strcmp(string_of(node, "name"), function) || s->has_body)
    return;
  const json_t *inner = json_object_get(node, "inner");
  bool has_body = false;
  size_t i;
  const json_t *child;
  json_array_foreach(inner, i, child) has_body |= !strcmp(string_of(child, "kind"), "CompoundStmt");
  clear(s);
  s->found = true;
  s->has_body = has_body;
  const char *type = string_of(json_object_get(node, "type"), "qualType");
  s->returns = strncmp(type, "void (", 6) != 0;
  size_t before = strcspn(type, "(");
  s->returns_pointer = before && memchr(type, '*', before);
  s->is_variadic = json_is_true(json_object_get(node, "variadic"));
  json_array_foreach(inner, i, child) {
    if (!strcmp(string_of(child, "kind"), "ParmVarDecl")) add_parameter(s, child);
  }
}

bool signature_read(struct front *f, const struct front_unit *unit, const char *function, struct signature *out) {
  *out = (struct signature){0};
  char output[3000];
  snprintf(output, sizeof output, "%s/tree", f->options->temp_dir);
  struct text tree = {0};
  struct error error = {0};
  bool good = compile_dump(f, unit, function, output) && input_read(output, &tree, &error);
  const char *at = text_cstr(&tree);
  while (good && (at = strstr(at, "{\n"))) { // one object after the other, perhaps with messages between them
    json_error_t where;
    json_t *node = json_loads(at, JSON_DISABLE_EOF_CHECK, &where);
    if (!node) {
      at++;
      continue;
    }
    read_function(node, function, out);
    json_decref(node);
    at += where.position;
  }
  unlink(output);
  error_release(&error);
  text_release(&tree);
  return good;
}
