// A copy of an automaton: the same terms and numbers, strings and lists of its own.
#include "cfa/build.h"
#include "cfa/marks.h"

static void *copy_data(const void *data, uint32_t n, size_t size) {
  if (!n) return NULL;
  void *copy = mem_alloc(n * size);
  memcpy(copy, data, n * size);
  return copy;
}

// The vector `v`, which has the elements of another one, gets its own.
#define OWN(v) ((v).data = copy_data((v).data, (v).size, sizeof *(v).data), (v).capacity = (v).size)

static const char *own_string(struct cfa *cfa, const char *text) { return text ? cfa_string(cfa, text) : NULL; }

static void own_strings(struct cfa *cfa, struct vec_string *list) {
  OWN(*list);
  for (uint32_t i = 0; i < list->size; i++) list->data[i] = cfa_string(cfa, list->data[i]);
}

void cfa_own_inputs(struct cfa *cfa, struct vec_input *inputs) {
  for (uint32_t i = 0; i < inputs->size; i++) {
    struct cfa_input *input = &inputs->data[i];
    input->name = own_string(cfa, input->name);
    input->ctype = own_string(cfa, input->ctype);
    input->label = own_string(cfa, input->label);
  }
}

void cfa_own_allocs(struct cfa *cfa, struct vec_alloc *allocs) {
  for (uint32_t i = 0; i < allocs->size; i++) allocs->data[i].name = own_string(cfa, allocs->data[i].name);
}

static void own_edges(struct cfa *cfa) {
  OWN(cfa->edges);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    OWN(e->updates);
    OWN(e->args);
    OWN(e->inputs);
    OWN(e->allocs);
    cfa_own_inputs(cfa, &e->inputs);
    cfa_own_allocs(cfa, &e->allocs);
  }
}

static void own_locations(struct cfa *cfa) {
  OWN(cfa->locations);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    l->text = own_string(cfa, l->text);
    OWN(l->out);
    OWN(l->in);
  }
}

static void own_functions(struct cfa *cfa) {
  OWN(cfa->functions);
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    struct cfa_function *f = &cfa->functions.data[i];
    f->name = own_string(cfa, f->name);
    f->shown = own_string(cfa, f->shown);
    OWN(f->params);
    OWN(f->locals);
  }
}

static void own_vars(struct cfa *cfa) {
  OWN(cfa->vars);
  cfa->var_of_term = cfa->var_of_name = cfa->next_of_name = (struct map_u32){0};
  for (uint32_t i = 0; i < cfa->vars.size; i++) {
    cfa->vars.data[i].name = own_string(cfa, cfa->vars.data[i].name);
    cfa->vars.data[i].ctype = own_string(cfa, cfa->vars.data[i].ctype);
    cfa_index_var(cfa, i);
  }
}

struct cfa *cfa_copy(const struct cfa *old) {
  struct cfa *cfa = mem_alloc(sizeof *cfa);
  *cfa = *old;
  arena_init(&cfa->arena);
  cfa->name = cfa_string(cfa, old->name);
  cfa->layout = NULL;
  cfa->marks = NULL;
  own_strings(cfa, &cfa->files);
  own_strings(cfa, &cfa->folders);
  own_functions(cfa);
  own_vars(cfa);
  own_locations(cfa);
  own_edges(cfa);
  OWN(cfa->globals);
  own_strings(cfa, &cfa->undefined);
  own_strings(cfa, &cfa->approximated);
  own_strings(cfa, &cfa->dialects);
  OWN(cfa->assumptions);
  for (uint32_t i = 0; i < cfa->assumptions.size; i++) {
    cfa->assumptions.data[i].kind = cfa_string(cfa, cfa->assumptions.data[i].kind);
    cfa->assumptions.data[i].text = cfa_string(cfa, cfa->assumptions.data[i].text);
  }
  OWN(cfa->sites);
  OWN(cfa->memory);
  return cfa;
}

struct cfa *cfa_move_marks(struct cfa *old) {
  struct cfa *cfa = cfa_copy(old);
  cfa->marks = old->marks;
  old->marks = NULL;
  for (uint32_t i = 0; cfa->marks && i < cfa->marks->conjuncts.size; i++) {
    struct cfa_conjunct *c = &cfa->marks->conjuncts.data[i];
    c->text = own_string(cfa, c->text);
    cfa_own_inputs(cfa, &c->inputs);
    cfa_own_allocs(cfa, &c->allocs);
  }
  return cfa;
}
