"""The test programs and what their headers say. Shared by run-programs and check-native.

A program in tests/programs begins with

    // expect: VERDICT bits: 32|64|both     VERDICT: true, false, unknown, or several with | between them
    // one line that says why

and may go on with lines of this form:

    // flags: -DX=1 -Idir   for the preprocessor; -I is relative to tests/programs
    // entry: FUNCTION      execution starts there
    // args: ...            options of clew for this program only
    // files: a.c b.c       more files of the program, relative to tests/programs
    // via: i|ll|bc         give the program to clew preprocessed, as LLVM text or as bitcode
    // inputs: 1 2 3        the native run reads these values first
    // native: no           a native run says nothing about this program
    // decided: ENGINE...   these engines must not say unknown
"""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")


class Program:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)[:-2]
        self.fields = {}
        with open(path) as f:
            lines = [line.rstrip("\n") for line in f]
        first = re.fullmatch(r"// expect: (\S+) bits: (32|64|both)", lines[0])
        if not first or not lines[1].startswith("// "):
            raise SystemExit(f"{path}:1: expected '// expect: VERDICT bits: 32|64|both' and a line with the reason")
        self.expect = first[1].split("|")
        self.bits = [32, 64] if first[2] == "both" else [int(first[2])]
        for line in lines[2:]:
            field = re.fullmatch(r"// (flags|entry|args|files|via|inputs|native|decided): (.*)", line)
            if not field:
                break
            self.fields[field[1]] = field[2]

    def flags(self):
        return [re.sub(r"^-I(?!/)", "-I" + PROGRAMS + "/", flag) for flag in self.fields.get("flags", "").split()]

    def files(self):
        return [self.path] + [os.path.join(PROGRAMS, f) for f in self.fields.get("files", "").split()]


def all_programs(names=()):
    paths = sorted(os.path.join(PROGRAMS, f) for f in os.listdir(PROGRAMS) if f.endswith(".c"))
    programs = [Program(p) for p in paths]
    return [p for p in programs if not names or any(n in p.name for n in names)]
