// The source files, and which of their lines were reached. See parts.h.
//
// What is known is which locations were reached, which edges the graph of a proof has, and of a counterexample which
// edges its run takes. A line is reached if a location on it was, or if an edge that certainly was taken begins or ends
// on it; it is not reached if only locations and edges are on it that were not. An error is tested for where the
// location before was reached. Lines inside an edge are as the edges are that pass over them, if these agree and the
// text has no branch there, which may have been sliced away. Other lines with code, as the compiler sees it, are not
// reached if they are in functions that nothing can call; otherwise it is said that they were not looked at: they
// cannot matter for what is checked, or it is not certain.
#include "report/html/parts.h"
#include <ctype.h>
#include <string.h>

#define BYTES_MAX ((size_t)16 << 20) // of all files
#define INSIDE_MAX 400u // lines of an edge

enum vote {
  VOTE_REACHED = 1,
  VOTE_UNREACHED = 2,
  VOTE_INSIDE = 4,
  VOTE_NOT_INSIDE = 8,
  VOTE_UNSURE = 16,
  VOTE_PATH = 32,
  VOTE_CODE = 64, // the compiler has something for it,
  VOTE_UNUSED = 128 // but nothing that can be called
};

struct file_lines {
  bool used; // by code that is the user's
  uint32_t lines;
  unsigned char *votes; // by line, from 1
};

struct coverage {
  const struct report *report;
  const struct cfa *cfa;
  struct source_files *sources;
  struct file_lines *files;
  unsigned char *taken; // by edge: it was, for certain
};

static bool is_users(const struct cfa *cfa, uint32_t function) {
  return function < cfa->functions.size && !cfa->functions.data[function].is_model &&
         !cfa->functions.data[function].is_start;
}

static void use_file(struct coverage *c, uint32_t file) {
  if (file >= c->cfa->files.size || c->files[file].used) return;
  struct file_lines *f = &c->files[file];
  f->used = true;
  f->lines = source_lines(c->sources, file);
  f->votes = mem_zalloc((size_t)f->lines + 2, 1);
}

static void vote(struct coverage *c, uint32_t file, uint32_t line, enum vote vote) {
  if (!line || file >= c->cfa->files.size) return;
  use_file(c, file);
  if (line <= c->files[file].lines) c->files[file].votes[line] |= (unsigned char)vote;
}

// --- reached lines -----------------------------------------------------------------------------------------------

static bool is_reached(const struct coverage *c, struct location l) {
  return c->report->reached && c->report->reached[l.id];
}

static bool is_error(const struct coverage *c, struct location l) {
  enum cfa_location_kind kind = cfa_location(c->cfa, l)->kind;
  return kind == LOC_ERROR || kind == LOC_UNSUPPORTED;
}

// Was the edge taken? VOTE_UNSURE: both its ends were reached, but there is another way between them.
static enum vote edge_vote(const struct coverage *c, const struct cfa_edge *e, uint32_t id) {
  if (c->taken[id]) return VOTE_REACHED;
  if (!is_reached(c, e->from) || !is_reached(c, e->to)) return VOTE_UNREACHED;
  // The only way in, but for those of a loop's own iterations.
  const struct cfa_location *to = cfa_location(c->cfa, e->to);
  uint32_t ways = 0;
  for (uint32_t i = 0; i < to->in.size; i++)
    ways += !to->loop_head || !cfa_in_loop(c->cfa, cfa_edge(c->cfa, to->in.data[i])->from, e->to);
  bool enters = !to->loop_head || !cfa_in_loop(c->cfa, e->from, e->to);
  return enters && ways == 1 ? VOTE_REACHED : VOTE_UNSURE;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Does the line have something in it by which control may go elsewhere than to the next line?
static bool has_branch(const char *line) {
  static const char *const words[] = {"if",   "else",  "for",  "while",  "do",   "switch",
                                      "goto", "break", "exit", "return", "case", "continue"};
  if (!line || strpbrk(line, "?:")) return true;
  for (const char *at = line; *at;) {
    size_t n = 0;
    while (is_word(at[n])) n++;
    for (uint32_t i = 0; n && i < sizeof words / sizeof *words; i++)
      if (strlen(words[i]) == n && strncmp(at, words[i], n) == 0) return true;
    at += n ? n : 1;
  }
  return false;
}

// Are all lines between the ends of the edge executed when it is taken, as far as the text tells?
static bool is_straight(struct coverage *c, const struct cfa_edge *e) {
  uint32_t file = e->first.file, first = e->first.line, last = e->last.line;
  if (file != e->last.file || !first || last <= first || last - first > INSIDE_MAX) return false;
  struct location loop = cfa_location(c->cfa, e->from)->loop;
  if (!location_none(loop) && !cfa_in_loop(c->cfa, e->to, loop)) return false; // it passes over the body
  if (cfa_location(c->cfa, e->from)->out.size < 2 && has_branch(source_line(c->sources, file, first))) return false;
  for (uint32_t line = first + 1; line < last; line++)
    if (has_branch(source_line(c->sources, file, line))) return false;
  return true;
}

static void add_edge(struct coverage *c, uint32_t id) {
  const struct cfa_edge *e = &c->cfa->edges.data[id];
  bool taken = c->taken[id], before = taken || is_reached(c, e->from);
  enum vote how = edge_vote(c, e, id);
  if (!taken && !c->report->reached) return;
  vote(c, e->first.file, e->first.line, before ? VOTE_REACHED : VOTE_UNREACHED);
  if (is_error(c, e->to)) vote(c, e->last.file, e->last.line, before ? VOTE_REACHED : VOTE_UNREACHED);
  else vote(c, e->last.file, e->last.line, how);
  if (!c->report->reached || !is_straight(c, e)) return;
  for (uint32_t line = e->first.line + 1; line < e->last.line; line++)
    vote(c, e->first.file, line,
         how == VOTE_REACHED     ? VOTE_INSIDE
         : how == VOTE_UNREACHED ? VOTE_NOT_INSIDE
                                 : VOTE_INSIDE | VOTE_NOT_INSIDE);
}

static void find_taken(struct coverage *c) {
  const struct trace *trace = c->report->trace;
  c->taken = mem_zalloc((size_t)c->cfa->edges.size + 1, 1);
  for (uint32_t i = 0; trace && i < c->cfa->edges.size; i++) c->taken[i] = trace->taken.data[i] != 0;
  const struct certificate *certificate = c->report->claim ? &c->report->claim->certificate : NULL;
  if (!certificate || certificate->kind != CERTIFICATE_GRAPH || certificate->summarised) return;
  const struct vec_graph_arc *arcs = &certificate->graph.arcs;
  for (uint32_t i = 0; i < arcs->size; i++) {
    struct edge edge = arcs->data[i].edge;
    struct node target = arcs->data[i].target;
    if (edge.id < c->cfa->edges.size && (node_is_real(target) || node_same(target, NODE_END))) c->taken[edge.id] = 1;
  }
}

static void add_program(struct coverage *c) {
  const struct cfa *cfa = c->cfa;
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (is_users(cfa, i) && cfa->functions.data[i].place.line) use_file(c, cfa->functions.data[i].place.file);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    if (is_users(cfa, l->function) && c->report->reached && !is_error(c, (struct location){i}))
      vote(c, l->place.file, l->place.line, is_reached(c, (struct location){i}) ? VOTE_REACHED : VOTE_UNREACHED);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (is_users(cfa, cfa_location(cfa, cfa->edges.data[i].from)->function)) add_edge(c, i);
  const struct trace *trace = c->report->trace;
  for (uint32_t i = 0; trace && i < trace->rows.size; i++)
    if (trace->rows.data[i].kind != TRACE_GAP && trace->rows.data[i].kind != TRACE_CALL)
      vote(c, trace->rows.data[i].place.file, trace->rows.data[i].place.line, VOTE_REACHED | VOTE_PATH);
}

// Lines with code, if anything is known of the run at all.
static void add_code(struct coverage *c) {
  const struct cfa_goals *goals = c->report->goals;
  for (uint32_t i = 0; goals && c->report->reached && i < goals->lines.size; i++)
    vote(c, goals->lines.data[i].file, goals->lines.data[i].line,
         goals->used.data[i] ? VOTE_CODE : VOTE_CODE | VOTE_UNUSED);
}

// --- as data --------------------------------------------------------------------------------------------------------

// 'p': on the counterexample, 'r': reached, 'u': not reached, 'n': not looked at, ' ': it has no code, or nothing is
// known of the run.
static char line_mark(unsigned char votes) {
  if (votes & VOTE_PATH) return 'p';
  if (votes & VOTE_REACHED) return 'r';
  char unknown = votes & VOTE_CODE ? 'n' : ' ';
  if (votes & VOTE_UNSURE) return unknown;
  if (votes & (VOTE_UNREACHED | VOTE_UNUSED)) return 'u';
  unsigned char inside = votes & (VOTE_INSIDE | VOTE_NOT_INSIDE);
  return inside == VOTE_INSIDE ? 'r' : inside == VOTE_NOT_INSIDE ? 'u' : unknown;
}

// A line that says nothing but where a block ends has no code.
static bool has_code(const char *line) { return line && line[strspn(line, " \t{};")] && strncmp(line, "//", 2) != 0; }

static json_t *json_source(struct coverage *c, uint32_t file, size_t *left) {
  const struct file_lines *f = &c->files[file];
  json_t *object = json_object();
  struct text text = {0}, marks = {0};
  for (uint32_t line = 1; line <= f->lines && text.size < *left; line++) {
    const char *content = source_indented(c->sources, file, line);
    if (line == f->lines && content && !*content) break; // behind the last newline
    text_add(&text, content ? content : "");
    text_addc(&text, '\n');
    bool code = has_code(source_line(c->sources, file, line));
    text_addc(&marks, code ? line_mark(f->votes[line]) : ' ');
  }
  html_set(object, "file", json_integer(file));
  html_set(object, "name", json_value_text(c->cfa->files.data[file]));
  html_set(object, "text", f->lines ? json_value_text(text_cstr(&text)) : json_null());
  html_set(object, "coverage", json_string(text_cstr(&marks)));
  *left -= text.size < *left ? text.size : *left;
  text_release(&text);
  text_release(&marks);
  return object;
}

json_t *html_sources(const struct report *report) {
  struct coverage c = {.report = report, .cfa = report->cfa};
  c.sources = source_files_new(c.cfa);
  c.files = mem_zalloc((size_t)c.cfa->files.size + 1, sizeof *c.files);
  find_taken(&c);
  add_program(&c);
  add_code(&c);
  json_t *array = json_array();
  size_t left = BYTES_MAX;
  for (uint32_t i = 0; i < c.cfa->files.size; i++)
    if (c.files[i].used) html_push(array, json_source(&c, i, &left));
  for (uint32_t i = 0; i < c.cfa->files.size; i++) mem_free(c.files[i].votes);
  mem_free(c.files);
  mem_free(c.taken);
  source_files_free(c.sources);
  return array;
}
