// The check of a finished tree: a second symbolic execution that takes nothing
// from the engine but the tree itself.
//
// The walk executes the automaton from its entry. Wherever execution
// branches the tree must have a node for that location with one child for each
// open edge. A cut child is refuted with conditions of the path, by a
// solver without caches (refute.h); every other child is followed to its end. Feasibility of
// what is followed does not matter: following too much is sound.
//
// The last child that is followed takes over the state and the scope of
// its node, so that the stack grows with the forks of a path, not with its
// length.
#include "proof/proof.h"
#include "proof/refute.h"

VEC_TYPE(vec_walk_open, struct open_edge)

struct walk_frame {
  struct state *state;        // at a branch; owned
  struct vec_walk_open open;  // its open edges as they were when it was entered: what siblings do may make them look otherwise
  uint32_t node;
  uint32_t next;              // the next child to look at
  uint32_t last;              // the last child that has to be followed, or UINT32_MAX
};
VEC_TYPE(vec_walk_frame, struct walk_frame)

struct walk {
  struct program *program;
  struct refuter refuter;
  struct limits *limits;
  struct stats *stats;        // of the run: counts what was checked
  const struct tree *tree;
  struct vec_walk_frame stack;
  uint64_t visited;
  const char *message;
};

#define WALK_STEPS (UINT64_C(1) << 20)

static bool walk_refuse(struct walk *walk, const char *message) {
  walk->message = message;
  return false;
}

static bool walk_stopped(struct walk *walk) {
  if (!limits_stopped(walk->limits)) return false;
  walk->message = "a limit was reached before the tree was checked";
  return true;
}

static bool walk_run(struct walk *walk, struct state *state, enum state_event *event) {
  do {
    if (walk_stopped(walk)) return false;
    *event = state_run(walk->program, state, WALK_STEPS);
  } while (*event == STATE_BUDGET);
  return true;
}

// Runs a state to its next event and compares that with what the tree says
// (`expected`: a node or TREE_CLOSED). Owns the state unless *entered is set: then it
// is at the branch of that node.
static bool walk_arrive(struct walk *walk, struct state *state, uint32_t expected, bool *entered) {
  enum state_event event = STATE_BUDGET;
  *entered = false;
  bool ok = walk_run(walk, state, &event);
  if (ok && event == STATE_ERROR) ok = walk_refuse(walk, "an error is reached on a path that the tree calls safe");
  if (ok && event == STATE_UNSUPPORTED) ok = walk_refuse(walk, "something unsupported is reached on a path of the tree");
  if (ok && expected == TREE_CLOSED && event != STATE_END) ok = walk_refuse(walk, "a closed leaf goes on");
  if (ok && expected != TREE_CLOSED && event != STATE_BRANCH) ok = walk_refuse(walk, "a path ends where the tree goes on");
  if (ok && event == STATE_BRANCH) {
    *entered = true;
    return true;
  }
  state_free(state);
  return ok;
}

// The tree is data: its shape is checked before it is used.
static bool walk_node_fits(struct walk *walk, uint32_t node) {
  const struct tree *tree = walk->tree;
  if (node >= tree->nodes.size) return walk_refuse(walk, "the tree refers to a node that does not exist");
  const struct tree_node *n = &tree->nodes.data[node];
  if (n->first_child > tree->children.size || n->n_children > tree->children.size - n->first_child)
    return walk_refuse(walk, "a node of the tree has children that do not exist");
  if (++walk->visited > tree->nodes.size) return walk_refuse(walk, "a node of the tree is met twice");
  return true;
}

static bool walk_refute(struct walk *walk, struct term condition) {
  if (walk_stopped(walk)) return false;
  enum answer answer = refuter_check(&walk->refuter, condition);
  walk->stats->proof_cuts++;
  if (answer == ANSWER_UNSAT) return true;
  if (walk_stopped(walk)) return false;
  return walk_refuse(walk, answer == ANSWER_SAT ? "a branch that was cut is feasible" : "a branch that was cut could not be refuted again");
}

// Compares a node with the branch its state is at, refutes the cut children, and fills the frame.
static bool walk_enter(struct walk *walk, struct walk_frame *frame, uint32_t node) {
  if (walk_stopped(walk) || !walk_node_fits(walk, node)) return false;
  const struct tree_node *n = &walk->tree->nodes.data[node];
  if (n->location != state_location(frame->state)) return walk_refuse(walk, "a node of the tree names another location");
  uint32_t count;
  const struct open_edge *open = state_open(walk->program, frame->state, &count);
  if (n->n_children != count) return walk_refuse(walk, "a node of the tree has a wrong number of children");
  walk->stats->proof_nodes++;
  frame->node = node;
  frame->next = 0;
  frame->last = UINT32_MAX;
  vec_walk_open_clear(&frame->open);
  for (uint32_t i = 0; i < count; i++) vec_walk_open_push(&frame->open, open[i]);
  open = frame->open.data;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t child = walk->tree->children.data[n->first_child + i];
    if (child == TREE_OPEN) return walk_refuse(walk, "a branch of the tree was not explored");
    if (child == TREE_CUT) {
      if (!walk_refute(walk, open[i].condition)) return false;
      continue;
    }
    // An object that may be too large for the memory model: nothing is known about what follows.
    if (open[i].edge == CFA_NONE) return walk_refuse(walk, "an allocation that may be too large was followed");
    frame->last = i;
  }
  return true;
}

// Follows one child of the frame on top. Pops the frame when nothing is left of it.
static bool walk_step(struct walk *walk) {
  struct walk_frame *top = &walk->stack.data[walk->stack.size - 1];
  const struct tree_node *n = &walk->tree->nodes.data[top->node];
  uint32_t i = top->next, child = TREE_CUT;
  for (; top->last != UINT32_MAX && i <= top->last; i++) {
    child = walk->tree->children.data[n->first_child + i];
    if (child != TREE_CUT) break;
  }
  if (top->last == UINT32_MAX || i > top->last) {
    if (top->state) state_free(top->state);
    vec_walk_open_release(&top->open);
    walk->stack.size--;
    refuter_pop(&walk->refuter);
    return true;
  }
  top->next = i + 1;
  bool is_last = i == top->last, entered;
  struct open_edge open = top->open.data[i];
  struct state *state = is_last ? top->state : state_copy(top->state);
  if (is_last) top->state = NULL;
  state_take_edge(walk->program, state, open, NULL);
  if (!walk_arrive(walk, state, child, &entered)) return false;
  if (!entered) return true;
  if (is_last) {
    refuter_assume(&walk->refuter, open.condition);
    top->state = state;
    return walk_enter(walk, top, child);
  }
  refuter_push(&walk->refuter);
  refuter_assume(&walk->refuter, open.condition);
  vec_walk_frame_push(&walk->stack, (struct walk_frame){.state = state});
  return walk_enter(walk, &walk->stack.data[walk->stack.size - 1], child);
}

static bool walk_all(struct walk *walk) {
  uint32_t root = walk->tree->root;
  if (root == TREE_OPEN || root == TREE_CUT) return walk_refuse(walk, "the tree is not finished");
  bool entered;
  struct state *state = state_initial(walk->program);
  if (!walk_arrive(walk, state, root, &entered)) return false;
  if (!entered) return true;
  refuter_push(&walk->refuter);
  vec_walk_frame_push(&walk->stack, (struct walk_frame){.state = state});
  if (!walk_enter(walk, &walk->stack.data[0], root)) return false;
  while (walk->stack.size)
    if (!walk_step(walk)) return false;
  return true;
}

bool proof_check_tree(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct tree *tree, const char **message) {
  // The second walk's own effort must not be mixed up with the engine's.
  struct stats own = {0}, unused = {0};
  struct walk walk = {.limits = limits, .stats = stats ? stats : &unused, .tree = tree};
  walk.program = program_new(cfa, limits, &own);
  refuter_init(&walk.refuter, cfa->tm, limits, &own);
  bool ok = walk_all(&walk);
  for (uint32_t i = 0; i < walk.stack.size; i++) {
    if (walk.stack.data[i].state) state_free(walk.stack.data[i].state);
    vec_walk_open_release(&walk.stack.data[i].open);
  }
  vec_walk_frame_release(&walk.stack);
  refuter_release(&walk.refuter);
  program_free(walk.program);
  if (message) *message = ok ? NULL : walk.message;
  return ok;
}
