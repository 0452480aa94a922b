#!/usr/bin/env python3
"""The programs of figure 1 of Chu, Jaffar, Murali: Lazy Symbolic Execution for Enhanced Learning, with n branches.

usage: figure1.py VARIANT N     prints the C program; VARIANT: a, b, c, ca, locks, pairs, backwards or copy

All must end with y <= n. The expressions e_1 … e_n do not mention x and y:

  a, b  e_i is a_i > 0 in the first half and a_i < -10 in the second: an expression of the first half and its partner in the second exclude
        each other, so that of the 2^n path expressions only 3^(n/2) can be satisfied. Hence at most n/2 of the expressions hold on a path, which
        is what (b) needs, and what (a) does not care about.
  c     every e_i has an input of its own, but the one in the middle, e_j, follows from what the program assumes at its
        beginning: exactly the path expressions with its negation cannot be satisfied.
  ca    expressions as in (a), and e_j in the middle as in (c).

Not from the paper: `locks`, a loop in which n locks are each taken if their input says so, and given back by the same inputs. Every path needs another
part of "lock i is held if it was asked for", and only what keeps that as it is fits them all. `pairs`: n pairs of variables are set together and tested
together, in the same order; `backwards`: the last one that was set is tested first. `copy`: n variables are set, and copied by a branch each.
"""
import sys


def expressions(variant, n):
    """The texts of e_1 … e_n, the number of inputs they are over, and which of them is e_j (None: there is none)."""
    if variant == "c":
        e = [f"a{i} > 0" for i in range(n)]
    else:
        half = n // 2
        e = [f"a{i} > 0" if i < half else f"a{i - half} < -10" for i in range(2 * half)]
        if n % 2:
            e.append(f"a{half} > 0")
    inputs = 1 + max((int(t[1:].split()[0]) for t in e), default=-1)
    if variant not in ("c", "ca") or not n:
        return e, inputs, None
    e[n // 2] = "b > 3"
    return e, inputs, n // 2


def locks(n):
    lines = ["extern void reach_error(void);", "extern int __VERIFIER_nondet_int(void);", "int main(void) {"]
    lines += [f"  int p{i} = __VERIFIER_nondet_int(), held{i};" for i in range(n)]
    lines += ["  while (__VERIFIER_nondet_int()) {"] + [f"    held{i} = 0;" for i in range(n)]
    lines += [f"    if (p{i} != 0) held{i} = 1;" for i in range(n)]
    lines += [f"    if (p{i} != 0 && held{i} != 1) reach_error();" for i in range(n)]
    return "\n".join(lines + ["  }", "  return 0;", "}"]) + "\n"


def pairs(variant, n, broken):
    """With `broken` the last pair differs on one side of its branch."""
    lines = ["extern void reach_error(void);", "extern int __VERIFIER_nondet_int(void);", "int main(void) {"]
    lines += [f"  int a{i} = 0, b{i} = 0;" for i in range(n)]
    for i in range(n):
        one = 0 if broken and i == n - 1 else 1
        if variant != "copy":
            lines.append(f"  if (__VERIFIER_nondet_int()) {{ a{i} = 1; b{i} = {one}; }} else {{ a{i} = 0; b{i} = 0; }}")
        else:
            lines.append(f"  if (__VERIFIER_nondet_int()) a{i} = 1; else a{i} = 0;")
    if variant != "copy":
        order = range(n) if variant == "pairs" else reversed(range(n))
        lines += [f"  if (a{i}) {{ if (!b{i}) reach_error(); }} else {{ if (b{i}) reach_error(); }}" for i in order]
    else:
        lines += [f"  if (a{i}) b{i} = {0 if broken and i == n - 1 else 1}; else b{i} = 0;" for i in range(n)]
        lines += [f"  if (a{i} != b{i}) reach_error();" for i in range(n)]
    return "\n".join(lines + ["  return 0;", "}"]) + "\n"


def program(variant, n, broken=False):
    if variant == "locks":
        return locks(n)
    if variant in ("pairs", "backwards", "copy"):
        return pairs(variant, n, broken)
    e, inputs, j = expressions(variant, n)
    lines = ["extern void reach_error(void);", "extern int __VERIFIER_nondet_int(void);", "int main(void) {", "  int x = 0, y = 0;"]
    lines += [f"  int a{i} = __VERIFIER_nondet_int();" for i in range(inputs)]
    if j is not None:
        lines += ["  int b = __VERIFIER_nondet_int();", "  if (b <= 5) return 0;"]
    for i, text in enumerate(e):
        if variant == "b":
            lines.append(f"  if ({text}) y += 2;")
        else:
            lines.append(f"  if ({text}) y++; else {f'y = {n + 1}' if i == j else 'x++'};")
    return "\n".join(lines + [f"  if (y > {n}) reach_error();", "  return x;", "}"]) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("a", "b", "c", "ca", "locks", "pairs", "backwards", "copy") or not sys.argv[2].isdigit():
        raise SystemExit(__doc__)
    sys.stdout.write(program(sys.argv[1], int(sys.argv[2])))
