"""One form: C text, and which inputs violate what.

A form is a body of main that starts from one input k. The violating twin lets k be in the range `bad`, the clean twin in the range `good`;
nothing else differs. `$` behind a name stands for a number that makes it unique where many forms are compiled into one file.
"""
import re

INCLUDES = ("inttypes.h", "limits.h", "search.h", "setjmp.h", "stdarg.h", "stdatomic.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h",
            "wchar.h", "unistd.h")
PRELUDE = "#define _GNU_SOURCE 1\n" + "".join(f"#include <{name}>\n" for name in INCLUDES)
INPUT = "extern int __VERIFIER_nondet_int(void);\n"
# What gcc 12 cannot compile.
CLANG_ONLY = re.compile(r"_BitInt|__builtin_convertvector|ext_vector_type|__c11_atomic|__builtin_elementwise|__builtin_reduce|_Float16"
                        r"|__builtin_(?:debugtrap|assume\b|bitreverse)|__builtin_nondeterministic_value|__builtin_sadd|__builtin_dump|matrix_type")


class Form:
    """way and violation name the form; `bad` and `good` are (lowest, highest) values of k, `value` is a k of `bad` that violates."""

    def __init__(self, way, violation, body, decls="", bad=(0, 1), value=0, good=(1, 1), bits=(32, 64), only=None):
        self.way, self.violation, self.name = way, violation, f"{way}/{violation}"
        self.decls, self.body = decls, body
        self.bad, self.value, self.good = bad, value, good
        self.bits, self.only = bits, only
        self.clang_only = bool(CLANG_ONLY.search(decls + body)) or only == "clang"

    def twins(self):
        """A form without a range of bad values has a clean twin only."""
        return ("violating", "clean") if self.bad else ("clean",)

    def range(self, twin):
        return self.good if twin == "clean" else self.bad

    def values(self, twin):
        """Inputs of the native runs."""
        return (self.value,) if twin == "violating" else tuple(sorted(set(self.good)))

    def function(self, name, low, high):
        lines = [f"int {name}(void) {{", "int k = __VERIFIER_nondet_int();", f"if (k < {low} || k > {high}) return 0;"]
        text = self.decls.strip() + "\n" + "\n".join(lines) + "\n" + self.body.strip() + "\nreturn 0;\n}\n"
        return text.lstrip("\n")

    def program(self, twin):
        """The whole file for clew."""
        return (PRELUDE + INPUT + self.function("main", *self.range(twin))).replace("$", "_0")

    def member(self, number):
        """The same for a file of many forms: both twins in one function."""
        bad = self.bad or self.good
        low, high = min(bad[0], self.good[0]), max(bad[1], self.good[1])
        return self.function(f"main{number}", low, high).replace("$", f"_{number}")
