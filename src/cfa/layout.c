// C types and objects, and the way from an offset to a field.
#include "cfa/layout.h"
#include "term/model.h"
#include <inttypes.h>
#include <string.h>

struct layout *layout_new(void) {
  struct layout *layout = mem_zalloc(1, sizeof *layout);
  vec_layout_type_push(&layout->types, (struct layout_type){.kind = LAYOUT_UNKNOWN, .name = ""});
  return layout;
}

void layout_free(struct layout *layout) {
  if (!layout) return;
  vec_layout_type_release(&layout->types);
  vec_layout_member_release(&layout->members);
  vec_layout_object_release(&layout->objects);
  vec_layout_param_release(&layout->params);
  vec_layout_part_release(&layout->parts);
  map_u32_release(&layout->type_of);
  map_u32_release(&layout->hidden);
  map_u32_release(&layout->param_of);
  map_u32_release(&layout->part_of);
  map_u32_release(&layout->initial_of);
  mem_free(layout);
}

const struct layout_type *layout_type(const struct layout *layout, uint32_t type) {
  return &layout->types.data[type < layout->types.size ? type : 0];
}

uint32_t layout_type_of(const struct layout *layout, struct term variable) {
  return layout ? map_u32_get_or(&layout->type_of, variable.id, 0) : 0;
}

const struct layout_part *layout_part_of(const struct layout *layout, struct term variable) {
  uint32_t at = layout ? map_u32_get_or(&layout->part_of, variable.id, 0) : 0;
  return at ? &layout->parts.data[at - 1] : NULL;
}

static uint64_t member_bytes(const struct layout *layout, const struct layout_member *m) {
  return m->bits ? (m->bit + m->bits + 7) / 8 : layout_type(layout, m->type)->size;
}

// The first member that has these bytes; of a union the first that has them all.
static const struct layout_member *member_at(const struct layout *layout, const struct layout_type *t, uint64_t offset,
                                             uint64_t size) {
  for (uint32_t i = t->first; i < t->first + t->count; i++) {
    const struct layout_member *m = &layout->members.data[i];
    uint64_t bytes = member_bytes(layout, m);
    if (offset >= m->offset && size <= bytes && offset - m->offset <= bytes - size) return m;
  }
  return NULL;
}

uint32_t layout_walk(const struct layout *layout, uint32_t type, uint64_t *offset, uint64_t size, struct text *path) {
  for (int depth = 0; depth < 32; depth++) {
    const struct layout_type *t = layout_type(layout, type);
    if (t->kind == LAYOUT_ARRAY) {
      uint64_t step = layout_type(layout, t->base)->size;
      if (!step || size > step || *offset % step > step - size) return type;
      if (path) text_printf(path, "[%" PRIu64 "]", *offset / step);
      *offset %= step;
      type = t->base;
    } else if (t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION) {
      const struct layout_member *m = member_at(layout, t, *offset, size);
      if (!m || m->bits) return type;
      if (path && *m->name) text_printf(path, ".%s", m->name);
      *offset -= m->offset;
      type = m->type;
    } else break;
  }
  return type;
}

struct scalars {
  const struct layout *layout;
  uint64_t first, end; // the bytes
  struct text path;
  layout_scalar_each *each;
  void *context;
};

static void path_cut(struct text *path, size_t length) {
  path->size = length;
  if (path->data) path->data[length] = 0;
}

static void scalars_of(struct scalars *s, const struct layout_member *at, int depth);

static void scalars_of_array(struct scalars *s, const struct layout_type *t, uint64_t offset, int depth) {
  uint64_t step = layout_type(s->layout, t->base)->size, n = step ? t->size / step : 0;
  uint64_t i = s->first > offset && step ? (s->first - offset) / step : 0;
  for (; i < n && offset + i * step < s->end; i++) {
    size_t length = s->path.size;
    text_printf(&s->path, "[%" PRIu64 "]", i);
    scalars_of(s, &(struct layout_member){.type = t->base, .offset = offset + i * step}, depth + 1);
    path_cut(&s->path, length);
  }
}

// What the path leads to.
static void scalars_of(struct scalars *s, const struct layout_member *at, int depth) {
  const struct layout_type *t = layout_type(s->layout, at->type);
  if (at->offset >= s->end || at->offset + member_bytes(s->layout, at) <= s->first || depth > 32) return;
  if (t->kind == LAYOUT_ARRAY) {
    scalars_of_array(s, t, at->offset, depth);
  } else if (t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION) {
    uint32_t n = t->kind == LAYOUT_UNION && t->count > 1 ? 1 : t->count;
    for (uint32_t i = t->first; i < t->first + n; i++) {
      struct layout_member m = s->layout->members.data[i];
      size_t length = s->path.size;
      if (*m.name) text_printf(&s->path, ".%s", m.name);
      m.offset += at->offset;
      scalars_of(s, &m, depth + 1);
      path_cut(&s->path, length);
    }
  } else if (t->kind != LAYOUT_UNKNOWN && t->kind != LAYOUT_FUNCTION) {
    struct layout_member scalar = *at;
    scalar.name = text_cstr(&s->path);
    s->each(s->context, &scalar);
  }
}

void layout_scalars(const struct layout *layout, uint32_t type, uint64_t offset, uint64_t size,
                    layout_scalar_each *each, void *context) {
  struct scalars s = {.layout = layout, .first = offset, .end = offset + size, .each = each, .context = context};
  scalars_of(&s, &(struct layout_member){.type = type}, 0);
  text_release(&s.path);
}

static bool is_source_variable(const struct cfa *cfa, const struct cfa_var *var) {
  if (var->function != CFA_NONE && cfa->functions.data[var->function].is_model) return false;
  if (map_u32_get_or(&cfa->layout->hidden, var->term.id, 0)) return false;
  if (var->kind == VAR_REGION) return *var->name && *var->name != '.' && strcmp(var->name, "memory") != 0;
  return var->kind == VAR_PROGRAM && *var->ctype;
}

void layout_find_assigned(const struct cfa *cfa, struct map_u32 *assigned) {
  const struct cfa_function *main = cfa->main < cfa->functions.size ? &cfa->functions.data[cfa->main] : NULL;
  for (uint32_t i = 0; main && i < main->params.size; i++) map_u32_put(assigned, main->params.data[i], 1);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    for (uint32_t k = 0; k < e->updates.size; k++) map_u32_put(assigned, e->updates.data[k].var, 1);
    if (e->result != CFA_NONE) map_u32_put(assigned, e->result, 1);
    for (uint32_t k = 0; e->callee != CFA_NONE && k < e->args.size; k++) {
      uint32_t param = cfa->functions.data[e->callee].params.data[k];
      // Zero is also what slicing puts in the place of an argument.
      if (!term_same(e->args.data[k], term_zero(cfa->tm, cfa->vars.data[param].sort))) map_u32_put(assigned, param, 1);
    }
  }
}

bool layout_is_source(const struct cfa *cfa, const struct map_u32 *assigned, struct term formula) {
  if (!cfa->layout) return true;
  uint32_t n;
  const uint32_t *vars = term_free_vars(cfa->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(cfa, (struct term){vars[i]});
    if (var == CFA_NONE || !is_source_variable(cfa, &cfa->vars.data[var])) return false;
    if (!map_u32_get_or(assigned, var, 0)) return false;
  }
  return true;
}
