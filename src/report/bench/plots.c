// Plots of a campaign's tables as SVG files that need nothing else: quantiles, and one configuration against another.
#include "base/memory/vec.h"
#include "report/bench/table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 420, LEFT = 60, TOP = 16, BOTTOM = HEIGHT - 44, SIDE = BOTTOM - TOP, COLOURS = 8 };
enum { LEGEND = 200 }; // pixels beside the curves
#define SHORTEST 0.01 // seconds: less is drawn there
static const char *const colours[COLOURS] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                             "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"};
static const char *const dashes[] = {"", "7 4", "2 3"};

VEC_TYPE(vec_double, double)

struct axis { // logarithmic, or with `step` linear from 0
  double low, high, step; // logarithms, or values
  double from, to; // pixels
};

// --- pieces ----------------------------------------------------------------------------------------------------------

static void add_escaped(struct text *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') text_add(out, "&lt;");
    else if (*text == '&') text_add(out, "&amp;");
    else text_addc(out, *text);
  }
}

static void add_label(struct text *out, double x, double y, const char *anchor, const char *text) {
  text_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  add_escaped(out, text);
  text_add(out, "</text>\n");
}

static double axis_at(const struct axis *axis, double value) {
  if (axis->step) return axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
  double logarithm = fmin(fmax(log10(value), axis->low), axis->high);
  return axis->from + (logarithm - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

static struct axis logarithmic(double least, double most, double from, double to) {
  double low = floor(log10(least));
  return (struct axis){low, fmax(ceil(log10(most) - 1e-9), low + 1), 0, from, to};
}

// Some 6 steps of 1, 2 or 5 times a power of ten.
static struct axis linear(double most, double from, double to) {
  double raw = fmax(most / 6, 1), power = pow(10, floor(log10(raw))), step = power;
  static const double factors[] = {1, 2, 5, 10};
  for (int i = 0; i < 4 && step < raw; i++) step = factors[i] * power;
  return (struct axis){0, fmax(most, 1), step, from, to};
}

// Lines across the plot with their values; `other`: the two ends of the lines.
static void add_grid(const struct axis *axis, bool is_x, const double *other, struct text *out) {
  double step = axis->step ? axis->step : 1;
  for (double v = axis->low; v <= axis->high + 1e-9; v += step) {
    double value = axis->step ? v : pow(10, v), at = axis_at(axis, value);
    char name[32];
    snprintf(name, sizeof name, fabs(value) < 1e6 ? "%.7g" : "%.0e", value);
    if (is_x) text_printf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", at, other[0], other[1]);
    else text_printf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>", other[0], at, other[1]);
    if (is_x) add_label(out, at, BOTTOM + 17, "middle", name);
    else add_label(out, LEFT - 6, at + 4, "end", name);
  }
}

static void begin(double width, const char *title, struct text *out) {
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" viewBox=\"0 0 %.0f %d\" "
              "font-family=\"sans-serif\" font-size=\"12\">\n<title>",
              width, HEIGHT, width, HEIGHT);
  add_escaped(out, title);
  text_add(out, "</title>\n<style>.grid { stroke: #ddd } .curve { fill: none; stroke-width: 1.6 } .diagonal { stroke: "
                "#888; stroke-dasharray: 4 3 }</style>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
}

// --- quantiles -------------------------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void solved_times(const struct table *t, const struct column_source *source, struct vec_double *out) {
  for (uint32_t task = 0; task < t->results->tasks.size; task++) {
    struct cell cell = table_cell(t, task, source);
    if (t->chosen[task] && is_right(&cell)) vec_double_push(out, fmax(cell.time, SHORTEST));
  }
  if (out->size) qsort(out->data, out->size, sizeof *out->data, by_size);
}

static void add_curve(const struct axis *x, const struct axis *y, const struct vec_double *times, uint32_t number,
                      const char *name, struct text *out) {
  struct text label = {0};
  double line = TOP + 12 + 18.0 * number, right = x->to + 14;
  const char *colour = colours[number % COLOURS], *dash = dashes[number / COLOURS % 3];
  text_printf(out, "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"", colour, dash);
  for (uint32_t i = 0; i < times->size; i++)
    text_printf(out, "%c%.1f %.1f", i ? 'L' : 'M', axis_at(x, i + 1), axis_at(y, times->data[i]));
  text_printf(out, "\"/>\n<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"M%.1f %.1fh24\"/>", colour,
              dash, right, line - 4);
  text_printf(&label, "%s (%u)", name, times->size);
  add_label(out, right + 30, line, "start", text_cstr(&label));
  text_release(&label);
}

static double limit_of(const struct table *t) {
  double most = 1;
  for (uint32_t s = 0; s < t->sources.size; s++)
    for (uint32_t i = 0; i < t->sources.data[s].of.size; i++)
      most = fmax(most, bench_time_limit(&t->results->configurations.data[t->sources.data[s].of.data[i]]));
  return most;
}

// How many tasks each configuration solves within which time.
static void quantile(const struct table *t, struct text *out) {
  struct vec_double *times = mem_zalloc(t->sources.size + 1, sizeof *times);
  uint32_t most = 1;
  for (uint32_t s = 0; s < t->sources.size; s++) {
    solved_times(t, &t->sources.data[s], &times[s]);
    if (times[s].size > most) most = times[s].size;
  }
  struct axis x = linear(most, LEFT, WIDTH - LEGEND), y = logarithmic(SHORTEST, limit_of(t), BOTTOM, TOP);
  begin(WIDTH, "Quantile plot", out);
  add_grid(&x, true, (double[]){TOP, BOTTOM}, out);
  add_grid(&y, false, (double[]){x.from, x.to}, out);
  add_label(out, (x.from + x.to) / 2, HEIGHT - 8, "middle", "tasks solved");
  add_label(out, 6, TOP - 4, "start", "s");
  for (uint32_t s = 0; s < t->sources.size; s++) {
    add_curve(&x, &y, &times[s], s, t->sources.data[s].name, out);
    vec_double_release(&times[s]);
  }
  mem_free(times);
  text_add(out, "</svg>\n");
}

// --- two configurations ----------------------------------------------------------------------------------------------

struct point {
  uint32_t task;
  double x, y;
  bool solved[2];
};
VEC_TYPE(vec_point, struct point)

// Times of tasks that one of the two solves, of the other one the limit; other values of tasks that both solve.
static void collect(const struct table *t, const char *of, struct vec_point *out) {
  bool is_time = strcmp(of, "time") == 0;
  double limit = limit_of(t);
  for (uint32_t task = 0; task < t->results->tasks.size; task++) {
    struct point p = {.task = task};
    double values[2];
    for (int i = 0; i < 2; i++) {
      struct cell cell = table_cell(t, task, &t->sources.data[i]);
      p.solved[i] = is_right(&cell);
      values[i] = p.solved[i] ? table_value(t, of, task, &cell) : limit;
      values[i] = fmax(values[i], is_time ? SHORTEST : 1);
    }
    p.x = values[0];
    p.y = values[1];
    bool wanted = is_time ? p.solved[0] || p.solved[1] : p.solved[0] && p.solved[1];
    if (t->chosen[task] && wanted) vec_point_push(out, p);
  }
}

static void add_point(const struct table *t, const struct axis *x, const struct axis *y, const struct point *p,
                      struct text *out) {
  const char *colour = p->solved[0] && p->solved[1] ? "black" : p->solved[0] ? colours[1] : colours[2];
  text_printf(out, "<path stroke=\"%s\" d=\"M%.1f %.1fm-3 -3l6 6m0 -6l-6 6\"><title>", colour, axis_at(x, p->x),
              axis_at(y, p->y));
  add_escaped(out, t->results->tasks.data[p->task].name);
  text_printf(out, ": %.4g, %.4g</title></path>\n", p->x, p->y);
}

static bool scatter(const struct table *t, const char *of, struct text *out) {
  struct vec_point points = {0};
  struct text name = {0};
  double least = INFINITY, most = 0;
  if (t->sources.size != 2)
    return bench_complain(&t->file, t->spec, t->error, "plot: scatter has two configurations: [x, y]");
  collect(t, of, &points);
  for (uint32_t i = 0; i < points.size; i++) {
    least = fmin(least, fmin(points.data[i].x, points.data[i].y));
    most = fmax(most, fmax(points.data[i].x, points.data[i].y));
  }
  if (!points.size) least = most = 1;
  struct axis x = logarithmic(least, most, LEFT, LEFT + SIDE), y = logarithmic(least, most, BOTTOM, TOP);
  begin(LEFT + SIDE + 24, "Scatter plot", out);
  add_grid(&x, true, (double[]){TOP, BOTTOM}, out);
  add_grid(&y, false, (double[]){x.from, x.to}, out);
  text_printf(out, "<path class=\"diagonal\" d=\"M%d %dL%d %d\"/>\n", LEFT, BOTTOM, LEFT + SIDE, TOP);
  for (uint32_t i = 0; i < points.size; i++) add_point(t, &x, &y, &points.data[i], out);
  text_printf(&name, "%s: %s", t->sources.data[0].name, of);
  add_label(out, (x.from + x.to) / 2, HEIGHT - 8, "middle", text_cstr(&name));
  text_clear(&name);
  text_printf(&name, "%s: %s", t->sources.data[1].name, of);
  text_printf(out, "<g transform=\"translate(14,%d) rotate(-90)\">", (TOP + BOTTOM) / 2);
  add_label(out, 0, 0, "middle", text_cstr(&name));
  text_add(out, "</g>\n</svg>\n");
  text_release(&name);
  vec_point_release(&points);
  return true;
}

bool table_plot(const struct table *t, struct text *out) {
  const char *kind = yaml_get_text(t->spec, "plot"), *of = yaml_get_text(t->spec, "of");
  if (kind && strcmp(kind, "scatter") == 0) return scatter(t, of ? of : "time", out);
  if (!kind || strcmp(kind, "quantile") != 0)
    return bench_complain(&t->file, t->spec, t->error, "plot: quantile or scatter");
  quantile(t, out);
  return true;
}
