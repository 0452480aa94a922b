// What the C library brings from outside: the bytes of the standard input and of files, and variables of the
// environment.
//
// The models of the library give the program what it asks for in pieces. When a model has returned to the user's code,
// its arguments, its result and the inputs that it asked for say which bytes a file must hold to give that. A file has
// one content: where a run would need another one the second time, or a failure, it says that this is not all.
#include "trace/trace_builder.h"
#include <inttypes.h>
#include <string.h>

#define BYTES_MAX (UINT64_C(1) << 20) // of a source, and of a text
#define NAME_MAX_BYTES 4096u
#define NO_SOURCE UINT32_MAX
#define AT_END UINT64_MAX
#define ENVIRONMENT_MAX 65536u

enum act {
  READ_CHARACTER,
  READ_LINE,  // fgets
  READ_TEXT,  // gets
  READ_BLOCK, // fread
  READ_DESCRIPTOR,
  READ_DELIMITED, // getline
  READ_FORMAT,    // scanf
  UNREAD,
  OPEN_STREAM,
  OPEN_DESCRIPTOR,
  OPEN_AGAIN, // freopen
  STREAM_OF,  // fdopen
  DESCRIPTOR_OF,
  SEEK,
  REWIND,
  TELL,
  WRITES,  // it succeeds where its result is not negative
  NOTHING, // what it asks for needs nothing from outside
};

// Which parameters are the stream or the descriptor, and what it is read to, or the format; from 1 on. Stream 0: the
// standard input.
static const struct actor {
  const char *function;
  enum act act;
  int stream, to;
} actors[] = {
    {"getchar", READ_CHARACTER, 0, 0},
    {"getchar_unlocked", READ_CHARACTER, 0, 0},
    {"getc", READ_CHARACTER, 1, 0},
    {"fgetc", READ_CHARACTER, 1, 0},
    {"_IO_getc", READ_CHARACTER, 1, 0},
    {"getc_unlocked", READ_CHARACTER, 1, 0},
    {"fgetc_unlocked", READ_CHARACTER, 1, 0},
    {"fgets", READ_LINE, 3, 1},
    {"fgets_unlocked", READ_LINE, 3, 1},
    {"__fgets_chk", READ_LINE, 4, 1},
    {"gets", READ_TEXT, 0, 1},
    {"fread", READ_BLOCK, 4, 1},
    {"fread_unlocked", READ_BLOCK, 4, 1},
    {"__fread_chk", READ_BLOCK, 5, 1},
    {"read", READ_DESCRIPTOR, 1, 2},
    {"__read_chk", READ_DESCRIPTOR, 1, 2},
    {"getline", READ_DELIMITED, 3, 1},
    {"getdelim", READ_DELIMITED, 4, 1},
    {"__getdelim", READ_DELIMITED, 4, 1},
    {"scanf", READ_FORMAT, 0, 1},
    {"__isoc99_scanf", READ_FORMAT, 0, 1},
    {"__isoc23_scanf", READ_FORMAT, 0, 1},
    {"fscanf", READ_FORMAT, 1, 2},
    {"__isoc99_fscanf", READ_FORMAT, 1, 2},
    {"__isoc23_fscanf", READ_FORMAT, 1, 2},
    {"ungetc", UNREAD, 2, 0},
    {"fopen", OPEN_STREAM, 0, 0},
    {"fopen64", OPEN_STREAM, 0, 0},
    {"freopen", OPEN_AGAIN, 3, 0},
    {"freopen64", OPEN_AGAIN, 3, 0},
    {"open", OPEN_DESCRIPTOR, 0, 0},
    {"open64", OPEN_DESCRIPTOR, 0, 0},
    {"__open_2", OPEN_DESCRIPTOR, 0, 0},
    {"fdopen", STREAM_OF, 1, 0},
    {"fileno", DESCRIPTOR_OF, 1, 0},
    {"fseek", SEEK, 1, 0},
    {"fseeko", SEEK, 1, 0},
    {"rewind", REWIND, 1, 0},
    {"ftell", TELL, 1, 0},
    {"ftello", TELL, 1, 0},
    {"fclose", WRITES, 0, 0},
    {"close", WRITES, 0, 0},
    {"fflush", WRITES, 0, 0},
    {"fputc", WRITES, 0, 0},
    {"putc", WRITES, 0, 0},
    {"putchar", WRITES, 0, 0},
    {"fputs", WRITES, 0, 0},
    {"puts", WRITES, 0, 0},
    {"printf", WRITES, 0, 0},
    {"fprintf", WRITES, 0, 0},
    {"write", WRITES, 0, 0},
    {"fwrite", WRITES, 0, 0},
    {"getenv", NOTHING, 0, 0},
    {"secure_getenv", NOTHING, 0, 0},
    {"setenv", WRITES, 0, 0},
};

static const struct actor *find_actor(const char *function) {
  for (size_t i = 0; i < sizeof actors / sizeof *actors; i++)
    if (strcmp(function, actors[i].function) == 0) return &actors[i];
  return NULL;
}

static bool is_reading(enum act act) { return act <= READ_FORMAT; }

// --- what models ask for -----------------------------------------------------------------------

void trace_note_asked(struct builder *b, const struct cfa_input *input, struct term value) {
  struct model_input asked = {.name = input->name ? input->name : ""};
  if (input->kind != INPUT_NONDET || strncmp(asked.name, "__VERIFIER_nondet_", 18) != 0) return;
  if (!term_none(value)) term_value64(b->cfa->tm, value, &asked.bits);
  vec_model_input_push(&b->asked, asked);
}

bool trace_asked_for(const struct builder *b, const char *type, uint32_t n, uint64_t *bits) {
  for (uint32_t i = 0; i < b->asked.size; i++)
    if (strcmp(b->asked.data[i].name + 18, type) == 0 && n-- == 0) {
      *bits = b->asked.data[i].bits;
      return true;
    }
  return false;
}

// --- memory ------------------------------------------------------------------------------------

// The region that an object of a known place lies in, or CFA_NONE.
static uint32_t region_at(const struct cfa *cfa, uint64_t address) {
  for (uint32_t i = 0; i < cfa->sites.size; i++) {
    const struct cfa_site *site = &cfa->sites.data[i];
    if (site->address && address - site->address < site->size && !term_none(site->region))
      return cfa_var_of(cfa, site->region);
  }
  return CFA_NONE;
}

static bool byte_of_region(struct builder *b, struct state *state, uint32_t var, uint64_t address, int *byte) {
  const struct cfa *cfa = b->cfa;
  uint32_t size = sort_width(cfa->tm, sort_element(cfa->tm, cfa->vars.data[var].sort)) / 8;
  uint64_t value;
  if (!size || size > 8 || !state_cell(state, var, address / size, &value)) return false;
  *byte = (int)(value >> 8 * (address % size) & 255);
  return true;
}

// A byte of memory in a state. Of all regions the one that the object lies in has changed there, or was written.
static int byte_in_state(struct builder *b, struct state *state, uint64_t address) {
  const struct cfa *cfa = b->cfa;
  int byte = -1, then, written = -1;
  uint32_t known = region_at(cfa, address);
  if (known != CFA_NONE && byte_of_region(b, state, known, address, &byte)) return byte;
  for (uint32_t i = 0; b->start && i < cfa->globals.size; i++) {
    uint32_t var = cfa->globals.data[i];
    const struct cfa_var *v = &cfa->vars.data[var];
    if (v->kind != VAR_REGION || strchr(v->name, ' ')) continue; // a table of the checks is no memory
    uint32_t size = sort_width(cfa->tm, sort_element(cfa->tm, v->sort)) / 8;
    if (!size || state_cell_is_untouched(b->start, state, var, address / size)) continue;
    if (!byte_of_region(b, state, var, address, &byte)) continue;
    if (!byte_of_region(b, b->start, var, address, &then) || then != byte) return byte;
    written = byte;
  }
  return written;
}

static int byte_at(struct builder *b, struct state *state, uint64_t address) {
  int byte = b->silent ? -1 : memory_view_byte(&b->view, address);
  return byte < 0 ? byte_in_state(b, state, address) : byte;
}

bool trace_number_at(struct builder *b, struct state *state, uint64_t address, uint32_t size, uint64_t *bits) {
  *bits = 0;
  for (uint32_t i = 0; i < size; i++) {
    int byte = byte_at(b, state, address + i);
    if (byte < 0) return false;
    *bits |= (uint64_t)byte << 8 * i;
  }
  return true;
}

bool trace_text_at(struct builder *b, struct state *state, uint64_t address, uint64_t most, struct text *out) {
  for (uint64_t i = 0; address && i < most; i++) {
    int byte = byte_at(b, state, address + i);
    if (byte < 0) return false;
    if (!byte) return true;
    text_addc(out, (char)byte);
  }
  return false;
}

void trace_bytes_at(struct builder *b, struct state *state, uint64_t address, uint64_t n, struct text *out) {
  for (uint64_t i = 0; i < n && i <= BYTES_MAX; i++) {
    int byte = byte_at(b, state, address + i);
    text_addc(out, (char)(byte < 0 ? 0 : byte));
  }
}

// --- sources -----------------------------------------------------------------------------------

static struct text *bytes_of(struct builder *b, uint32_t source) {
  return source ? &b->trace->files.data[source - 1].bytes : &b->trace->read;
}

static void give_up(struct builder *b, uint32_t source) {
  if (source == NO_SOURCE) return;
  if (source) b->trace->files.data[source - 1].has_more = true;
  else b->trace->reads_more = true;
}

static bool was_given_up(const struct builder *b, uint32_t source) {
  return source == NO_SOURCE || (source ? b->trace->files.data[source - 1].has_more : b->trace->reads_more);
}

static struct source_end *end_of(struct builder *b, uint32_t source) {
  while (b->ends.size <= source) vec_source_end_push(&b->ends, (struct source_end){0});
  return &b->ends.data[source];
}

// The source gives these bytes next.
static void put(struct builder *b, struct handle *h, const struct text *bytes) {
  size_t from = 0;
  if (h->pushed >= 0 && bytes->size) {
    from = 1;
    h->pushed = -1;
  }
  if (was_given_up(b, h->source) || from == bytes->size) return;
  struct text *all = bytes_of(b, h->source);
  const struct source_end *end = end_of(b, h->source);
  uint64_t n = bytes->size - from;
  if (h->position > BYTES_MAX || n > BYTES_MAX || h->position + n > BYTES_MAX ||
      (end->is_known && h->position + n > end->at)) {
    give_up(b, h->source); // it was at its end, and went on
    return;
  }
  while (all->size < h->position) text_addc(all, 0);
  for (size_t i = from; i < bytes->size; i++, h->position++) {
    if (h->position == all->size) text_addc(all, bytes->data[i]);
    else if (all->data[h->position] != bytes->data[i]) give_up(b, h->source);
  }
}

static void put_end(struct builder *b, const struct handle *h) {
  if (h->source == NO_SOURCE || h->position == AT_END) return;
  struct source_end *end = end_of(b, h->source);
  if (end->is_known ? end->at != h->position : bytes_of(b, h->source)->size > h->position) give_up(b, h->source);
  *end = (struct source_end){true, h->position};
}

static bool is_standard_input(const struct builder *b, uint64_t stream) {
  const struct layout *layout = b->cfa->layout;
  for (uint32_t i = 0; i < layout->objects.size; i++)
    if (strcmp(layout->objects.data[i].name, "__clew_standard") == 0) return layout->objects.data[i].address == stream;
  return false;
}

static struct handle *add_handle(struct builder *b, uint64_t id, bool is_descriptor, uint32_t source) {
  for (uint32_t i = 0; i < b->handles.size; i++)
    if (b->handles.data[i].id == id && b->handles.data[i].is_descriptor == is_descriptor) {
      b->handles.data[i].source = source;
      b->handles.data[i].position = 0;
      b->handles.data[i].pushed = -1;
      return &b->handles.data[i];
    }
  vec_handle_push(&b->handles,
                  (struct handle){.id = id, .is_descriptor = is_descriptor, .source = source, .pushed = -1});
  return &b->handles.data[b->handles.size - 1];
}

// NULL: nothing is known of it. The standard input is open from the start: its stream and its descriptor are one.
static struct handle *find_handle(struct builder *b, uint64_t id, bool is_descriptor) {
  for (uint32_t i = 0; i < b->handles.size; i++)
    if (b->handles.data[i].id == id && b->handles.data[i].is_descriptor == is_descriptor) return &b->handles.data[i];
  bool is_standard = is_descriptor ? (uint32_t)id == 0 : !id || is_standard_input(b, id);
  if (!is_standard) return NULL;
  return id || is_descriptor ? find_handle(b, 0, false) : add_handle(b, 0, false, 0);
}

// The file with this name; its source.
static uint32_t file_named(struct builder *b, const char *name, bool is_missing) {
  struct vec_replay_file *files = &b->trace->files;
  for (uint32_t i = 0; i < files->size; i++) {
    if (strcmp(files->data[i].name, name) != 0) continue;
    files->data[i].has_more |= files->data[i].is_missing != is_missing;
    return i + 1;
  }
  vec_replay_file_push(files, (struct replay_file){.name = mem_strdup(name), .is_missing = is_missing});
  return files->size;
}

static void not_provided(struct builder *b, const char *function) {
  for (uint32_t i = 0; i < b->trace->unprovided.size; i++)
    if (strcmp(b->trace->unprovided.data[i], function) == 0) return;
  vec_string_push(&b->trace->unprovided, function);
}

// --- reading -------------------------------------------------------------------------------------

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void read_format(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                        struct handle *h, bool known, int64_t result) {
  struct text format = {0}, bytes = {0};
  const struct text *all = h->source == NO_SOURCE ? NULL : bytes_of(b, h->source);
  // A conversion skips blanks: one stands between it and what was read before.
  bool joins = all && h->position && h->position == all->size && !is_blank(all->data[all->size - 1]);
  if (joins) text_addc(&bytes, all->data[all->size - 1]);
  bool told = known && trace_text_at(b, after, frame->arguments[actor->to - 1], NAME_MAX_BYTES, &format) &&
              trace_scan(b, after, frame->arguments[actor->to], (uint32_t)actor->to, text_cstr(&format),
                         result < 0 ? 0 : result, &bytes);
  if (joins && bytes.size) {
    memmove(bytes.data, bytes.data + 1, --bytes.size);
    bytes.data[bytes.size] = 0;
  }
  if (!told) give_up(b, h->source);
  else if (result < 0) put_end(b, h);
  else put(b, h, &bytes);
  text_release(&format);
  text_release(&bytes);
}

static void read_character(struct builder *b, struct handle *h, bool known, uint64_t result) {
  uint64_t byte = 0, ends = 0, error = 0;
  if (!known) {
    trace_asked_for(b, "uchar", 0, &byte);
    trace_asked_for(b, "bool", 0, &ends);
    trace_asked_for(b, "uchar", 1, &error);
    result = ends || error & 127 ? UINT64_MAX : byte;
  }
  struct text bytes = {0};
  text_addc(&bytes, (char)result);
  if ((int32_t)result < 0) put_end(b, h);
  else put(b, h, &bytes);
  text_release(&bytes);
}

// A line that the model has taken character by character, each with three inputs: how many there are of it.
static bool slow_length(const struct builder *b, uint64_t *length) {
  uint64_t ends = 0, error = 0, any;
  uint32_t n = 0;
  while (trace_asked_for(b, "bool", n, &ends)) n++;
  if (!n || trace_asked_for(b, "uchar", 2 * n, &any)) return false;
  if (!trace_asked_for(b, "bool", n - 1, &ends) || !trace_asked_for(b, "uchar", 2 * n - 1, &error)) return false;
  *length = n - (ends || error & 127);
  return true;
}

// As models/stdio_input.c has it: so many bytes, up to the end of the line, or of the stream.
static void read_line(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                      struct handle *h, bool known, uint64_t result) {
  uint64_t length, to = frame->arguments[actor->to - 1], most = frame->arguments[actor->stream - 2];
  struct text bytes = {0};
  bool is_length = trace_asked_for(b, "uint", 0, &length) || slow_length(b, &length);
  if (known && !result) length = 0;
  else if (is_length) trace_bytes_at(b, after, to, length, &bytes);
  else if (!known || !trace_text_at(b, after, to, BYTES_MAX, &bytes)) {
    give_up(b, h->source);
    text_release(&bytes);
    return;
  } else length = bytes.size;
  put(b, h, &bytes);
  bool is_line = bytes.size && bytes.data[bytes.size - 1] == '\n';
  if (!length || (!is_line && (uint32_t)most > length + 1)) put_end(b, h);
  text_release(&bytes);
}

static void read_block(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                       struct handle *h, bool known, uint64_t result) {
  uint64_t size = frame->arguments[actor->stream - 3], n = frame->arguments[actor->stream - 2], part = 0;
  struct text bytes = {0};
  if (!known && !trace_asked_for(b, "ulong", 0, &result)) {
    give_up(b, h->source);
    return;
  }
  if (size > 1) trace_asked_for(b, "ulong", 1, &part);
  if (result > BYTES_MAX || size > BYTES_MAX || result * size > BYTES_MAX) {
    give_up(b, h->source);
    return;
  }
  trace_bytes_at(b, after, frame->arguments[actor->to - 1], result * size + (part < size ? part : 0), &bytes);
  put(b, h, &bytes);
  if (result < n && size) put_end(b, h);
  text_release(&bytes);
}

static void read_descriptor(struct builder *b, const struct actor *actor, const struct frame *frame,
                            struct state *after, struct handle *h, bool known, uint64_t result) {
  struct text bytes = {0};
  int64_t got = b->cfa->pointer_bits == 32 ? (int64_t)(int32_t)result : (int64_t)result;
  if (!known && trace_asked_for(b, "long", 0, &result)) got = (int64_t)result;
  else if (!known) {
    give_up(b, h->source);
    return;
  }
  if (got < 0) { // a failure, which no file gives
    give_up(b, h->source);
    return;
  }
  trace_bytes_at(b, after, frame->arguments[actor->to - 1], (uint64_t)got, &bytes);
  put(b, h, &bytes);
  if ((uint64_t)got < frame->arguments[2]) put_end(b, h);
  text_release(&bytes);
}

static void read_delimited(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                           struct handle *h, bool known, int64_t result) {
  uint64_t line;
  struct text bytes = {0};
  if (!known || result > (int64_t)BYTES_MAX ||
      (result > 0 && !trace_number_at(b, after, frame->arguments[actor->to - 1], b->cfa->pointer_bits / 8, &line))) {
    give_up(b, h->source);
    return;
  }
  if (result > 0) trace_bytes_at(b, after, line, (uint64_t)result, &bytes);
  put(b, h, &bytes);
  int delimiter = actor->stream == 3 ? '\n' : (int)frame->arguments[2];
  if (result <= 0 || (unsigned char)bytes.data[bytes.size - 1] != delimiter) put_end(b, h);
  text_release(&bytes);
}

static void read_text(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                      struct handle *h, bool known, uint64_t result) {
  struct text bytes = {0};
  bool has_text = known && result && trace_text_at(b, after, frame->arguments[actor->to - 1], BYTES_MAX, &bytes);
  if (has_text) {
    text_addc(&bytes, '\n');
    put(b, h, &bytes);
  } else if (known && !result) put_end(b, h);
  else give_up(b, h->source);
  text_release(&bytes);
}

static void follow_reader(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                          bool known, uint64_t result) {
  uint64_t id = actor->stream ? frame->arguments[actor->stream - 1] : 0;
  bool is_descriptor = actor->act == READ_DESCRIPTOR;
  struct handle *h = is_descriptor || id || !actor->stream ? find_handle(b, id, is_descriptor) : NULL;
  if (!h || h->source == NO_SOURCE) {
    not_provided(b, trace_library_name(actor->function));
    return;
  }
  if (!h->source) b->trace->reads = true;
  if (h->position == AT_END) {
    give_up(b, h->source);
    return;
  }
  int64_t number = (int64_t)(actor->act == READ_FORMAT ? (uint64_t)(int64_t)(int32_t)result : result);
  if (b->cfa->pointer_bits == 32 && actor->act == READ_DELIMITED) number = (int32_t)result;
  switch (actor->act) {
  case READ_CHARACTER: read_character(b, h, known, result); break;
  case READ_LINE: read_line(b, actor, frame, after, h, known, result); break;
  case READ_TEXT: read_text(b, actor, frame, after, h, known, result); break;
  case READ_BLOCK: read_block(b, actor, frame, after, h, known, result); break;
  case READ_DESCRIPTOR: read_descriptor(b, actor, frame, after, h, known, result); break;
  case READ_DELIMITED: read_delimited(b, actor, frame, after, h, known, number); break;
  default: read_format(b, actor, frame, after, h, known, number); break;
  }
}

// --- opening and positions -----------------------------------------------------------------------

enum { FLAG_ACCESS = 3, FLAG_WRITE_ONLY = 1, FLAG_CREATE = 0100, FLAG_TRUNCATE = 01000 };

// What is opened to be read; anything else is not looked at.
static void follow_open(struct builder *b, const struct actor *actor, const struct frame *frame, struct state *after,
                        bool known, uint64_t result) {
  struct text name = {0}, mode = {0};
  bool is_stream = actor->act != OPEN_DESCRIPTOR;
  uint64_t flags = frame->arguments[1];
  bool told = trace_text_at(b, after, frame->arguments[0], NAME_MAX_BYTES, &name) &&
              (!is_stream || trace_text_at(b, after, flags, 16, &mode)) && known;
  bool fails = told && (is_stream ? !result : (int32_t)result < 0);
  bool reads = is_stream ? mode.size && mode.data[0] == 'r'
                         : (flags & FLAG_ACCESS) != FLAG_WRITE_ONLY && !(flags & (FLAG_CREATE | FLAG_TRUNCATE));
  uint32_t source = NO_SOURCE;
  if (told && reads) source = file_named(b, text_cstr(&name), fails);
  else if (!told || fails) not_provided(b, trace_library_name(actor->function)); // that this fails no file gives
  if (told && !fails) add_handle(b, result, !is_stream, source);
  text_release(&name);
  text_release(&mode);
}

static void copy_handle(struct builder *b, uint64_t id, bool is_descriptor, uint64_t from) {
  const struct handle *old = find_handle(b, from, !is_descriptor);
  uint64_t position = old ? old->position : 0;
  add_handle(b, id, is_descriptor, old ? old->source : NO_SOURCE)->position = position;
}

static void unread(struct builder *b, const struct frame *frame) {
  struct handle *h = find_handle(b, frame->arguments[1], false);
  if (!h || h->source == NO_SOURCE || (int32_t)frame->arguments[0] < 0) return;
  const struct text *all = bytes_of(b, h->source);
  unsigned char c = (unsigned char)frame->arguments[0];
  if (h->position && h->position <= all->size && (unsigned char)all->data[h->position - 1] == c) h->position--;
  else h->pushed = c;
}

static void move(struct builder *b, const struct actor *actor, const struct frame *frame, bool known, uint64_t result) {
  struct handle *h = find_handle(b, frame->arguments[0], false);
  if (!h || h->source == NO_SOURCE) return;
  int64_t offset = (int64_t)frame->arguments[1];
  if (b->cfa->pointer_bits == 32) offset = (int32_t)offset;
  if (actor->act == TELL) {
    if (h->position == AT_END && known && (int64_t)result >= 0 && result <= BYTES_MAX) {
      h->position = result;
      put_end(b, h);
    } else if (!known || h->position != result) give_up(b, h->source);
    return;
  }
  h->pushed = -1;
  uint32_t origin = actor->act == REWIND ? 0 : (uint32_t)frame->arguments[2];
  if (actor->act == SEEK && known && (uint32_t)result) give_up(b, h->source); // a failure
  else if (actor->act == REWIND) h->position = 0;
  else if (origin == 0 && offset >= 0) h->position = (uint64_t)offset;
  else if (origin == 1 && h->position != AT_END && (int64_t)h->position + offset >= 0)
    h->position = (uint64_t)((int64_t)h->position + offset);
  else if (origin == 2 && !offset) h->position = AT_END;
  else give_up(b, h->source);
  if (!h->source && !(origin == 1 && !offset)) give_up(b, 0); // the standard input may be a pipe
}

// --- the environment -----------------------------------------------------------------------------

static bool is_among(const char *name, size_t n, const char *const *names) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

bool trace_is_getter(const char *function) {
  static const char *const getters[] = {"getenv", "secure_getenv"};
  return is_among(function, sizeof getters / sizeof *getters, getters);
}

static bool was_asked_for(const struct text *environment, const char *name) {
  const char *at = text_cstr(environment), *end = at + environment->size;
  size_t n = strlen(name);
  for (; at < end; at += strlen(at) + 1)
    if (strncmp(at, name, n) == 0 && (at[n] == '=' || !at[n])) return true;
  return false;
}

// A variable that is asked for is the same until the program changes one; then it may be the program's own.
static void follow_environment(struct builder *b, const char *function, const struct frame *frame, bool known,
                               uint64_t result, struct state *after) {
  static const char *const setters[] = {"setenv", "unsetenv", "putenv", "clearenv"};
  b->environment_changed |= is_among(function, sizeof setters / sizeof *setters, setters);
  if (b->environment_changed || !trace_is_getter(function)) return;
  struct text entry = {0};
  known = known && trace_text_at(b, after, frame->arguments[0], ENVIRONMENT_MAX, &entry);
  bool is_new = known && !was_asked_for(&b->trace->environment, text_cstr(&entry));
  if (is_new && result) {
    text_addc(&entry, '=');
    known = trace_text_at(b, after, result, ENVIRONMENT_MAX, &entry);
  }
  if (!known) b->trace->environment_more = true;
  else if (is_new && entry.size && entry.data[0] != '=') {
    text_add(&b->trace->environment, text_cstr(&entry));
    text_addc(&b->trace->environment, 0);
  }
  text_release(&entry);
}

// --- all -------------------------------------------------------------------------------------------

void trace_follow_reading(struct builder *b, const struct frame *frame, struct term value, struct state *after) {
  const struct cfa_function *function = &b->cfa->functions.data[frame->function];
  if (!b->cfa->layout || !frame->hidden || !function->is_model) return;
  uint64_t result = 0;
  bool known = !term_none(value) && term_value64(b->cfa->tm, value, &result);
  const uint64_t *arguments = frame->arguments;
  follow_environment(b, function->name, frame, known, result, after);
  const struct actor *actor = find_actor(function->name);
  if (!actor) {
    if (b->asked.size) not_provided(b, trace_library_name(function->shown));
    return;
  }
  if (is_reading(actor->act)) follow_reader(b, actor, frame, after, known, result);
  switch (actor->act) {
  case UNREAD: unread(b, frame); break;
  case OPEN_STREAM:
  case OPEN_AGAIN:
  case OPEN_DESCRIPTOR: follow_open(b, actor, frame, after, known, result); break;
  case STREAM_OF:
    if (known && result) copy_handle(b, result, false, arguments[0]);
    break;
  case DESCRIPTOR_OF:
    if (known && (int32_t)result >= 0) copy_handle(b, result, true, arguments[0]);
    break;
  case SEEK:
  case REWIND:
  case TELL: move(b, actor, frame, known, result); break;
  case WRITES:
    if (known && (int32_t)result < 0) not_provided(b, trace_library_name(actor->function));
    break;
  default: break;
  }
}

void trace_finish_reading(struct builder *b) {
  for (uint32_t k = 0; k < b->ends.size; k++) {
    const struct source_end *end = &b->ends.data[k];
    struct text *all = bytes_of(b, k);
    while (end->is_known && all->size < end->at && end->at <= BYTES_MAX) text_addc(all, 0);
  }
  vec_source_end_release(&b->ends);
  vec_handle_release(&b->handles);
  vec_model_input_release(&b->asked);
}

struct replay_outside trace_outside(const struct trace *trace) {
  return (struct replay_outside){.reads = trace->reads,
                                 .reads_more = trace->reads_more,
                                 .read = &trace->read,
                                 .environment_more = trace->environment_more,
                                 .environment = &trace->environment,
                                 .has_arguments = trace->has_arguments,
                                 .arguments = &trace->arguments,
                                 .n_files = trace->files.size,
                                 .files = trace->files.data,
                                 .n_unprovided = trace->unprovided.size,
                                 .unprovided = trace->unprovided.data};
}

const char *trace_library_name(const char *function) {
  bool is_other = strncmp(function, "__isoc99_", 9) == 0 || strncmp(function, "__isoc23_", 9) == 0;
  return is_other ? function + 9 : function;
}

static const struct actor *actor_of(const struct builder *b, const struct frame *frame) {
  const struct cfa_function *function = &b->cfa->functions.data[frame->function];
  return function->is_model ? find_actor(function->name) : NULL;
}

bool trace_gives_pointer(const struct builder *b, const struct frame *frame) {
  const struct actor *actor = actor_of(b, frame);
  return actor && (actor->act == READ_LINE || actor->act == READ_TEXT || actor->act == OPEN_STREAM ||
                   actor->act == OPEN_AGAIN || actor->act == STREAM_OF);
}

// That nothing was there, or how much, decides what the program does next.
bool trace_tells_result(const struct builder *b, const struct frame *frame, struct term value) {
  const struct actor *actor = actor_of(b, frame);
  uint64_t result;
  if (!actor || term_none(value) || !term_value64(b->cfa->tm, value, &result)) return false;
  bool counts = actor->act == READ_BLOCK || actor->act == READ_DESCRIPTOR || actor->act == READ_DELIMITED ||
                actor->act == READ_FORMAT;
  return counts || (!result && trace_gives_pointer(b, frame));
}
