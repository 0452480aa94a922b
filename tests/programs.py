"""The test programs and what their headers say. Shared by run-programs, run-second-opinion, run-symexpa and check-native.

The programs lie in tests/programs, a folder for each subject; the files in folders called parts belong to programs beside them.
A program begins with

    // expect: VERDICT bits: 32|64|both     VERDICT: true, false, unknown, or several with | between them
    // one line that says why

and may go on with lines of this form:

    // flags: -DX=1 -Idir   for the preprocessor; -I is relative to the program's folder
    // entry: FUNCTION      execution starts there
    // args: ...            options of clew for this program only
    // says: TEXT           a verdict has this text above it; nothing: a true has no condition
    // violates: PROPERTY   what a false says; unreach-call if it is not there
    // files: a.c b.c       more files of the program, relative to its folder
    // via: i|ll|bc         give the program to clew preprocessed, as LLVM text or as bitcode
    // inputs: 1 2 3        the native run reads these values first
    // native: no           a native run says nothing about this program
    // native: small        the native run reads small numbers only: they bound loops
    // native: SANITIZER    memory, undefined or address: the native run is with this sanitizer, whose report is the error
    // decided: ENGINE...   these engines must not say unknown
    // undecided: ENGINE... these engines must say unknown: the program shows what they cannot do
"""
import glob
import itertools
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
FIELD = re.compile(r"// (flags|entry|args|says|violates|files|via|inputs|native|decided|undecided): (.*)")
# A program that names one of these may mean something else with 32 bits than with 64.
SIZED = re.compile(r"\b(long|s?size_t|ptrdiff_t|u?intptr_t|time_t|sizeof|offsetof|va_arg)\b")


class Program:
    def __init__(self, path):
        self.path = path
        self.name = os.path.relpath(path, PROGRAMS)[:-2]  # folder/name
        self.folder = os.path.dirname(self.name)
        self.number = 0  # in its folder
        self.fields = {}
        with open(path) as f:
            self.text = f.read()
        lines = self.text.splitlines()
        first = re.fullmatch(r"// expect: (\S+) bits: (32|64|both)", lines[0])
        if not first or not lines[1].startswith("// ") or FIELD.fullmatch(lines[1]):
            raise SystemExit(f"{path}:1: expected '// expect: VERDICT bits: 32|64|both' and a line with the reason")
        self.expect = first[1].split("|")
        self.bits = [32, 64] if first[2] == "both" else [int(first[2])]
        for line in lines[2:]:
            field = FIELD.fullmatch(line)
            if not field:
                break
            self.fields[field[1]] = field[2]

    def relative(self, file):
        return os.path.join(os.path.dirname(self.path), file)

    def flags(self):
        return [re.sub(r"^-I(?!/)", "-I" + self.relative(""), flag) for flag in self.fields.get("flags", "").split()]

    def options(self):
        """Of clew, for this program: without others assertions are checked, and nothing else."""
        return ["--check", "assert", *self.fields.get("args", "").split()]

    def false(self):
        """What a false says of it."""
        return f"false({self.fields.get('violates', 'unreach-call')})"

    def files(self):
        return [self.path] + [self.relative(f) for f in self.fields.get("files", "").split()]

    def flat_name(self):
        """For files that are made of the program."""
        return self.name.replace("/", ".")

    def one_model(self, turn=0):
        """One of its data models: of a pair of neighbours, one false and one true, each gets another."""
        return self.bits[(self.number + self.number // 2 + turn) % len(self.bits)]

    def data_models(self, stride=1):
        """Both only where they may differ, and of these in every stride-th program of its folder."""
        return self.bits if self.number % stride == 0 and SIZED.search(self.text) else [self.one_model()]


def all_programs(names=()):
    """In the order of folders and names. NAMES: only programs whose folder/name contains one of them."""
    paths = [p for p in glob.glob(os.path.join(PROGRAMS, "**", "*.c"), recursive=True) if os.path.dirname(p).rsplit("/", 1)[1] != "parts"]
    programs = sorted(map(Program, paths), key=lambda p: (p.folder, p.name))
    for _, folder in itertools.groupby(programs, lambda p: p.folder):
        for number, program in enumerate(folder):
            program.number = number
    return [p for p in programs if not names or any(n in p.name for n in names)]


def sample(programs, stride, turn=0):
    """Every stride-th program of each folder and at least one, beginning with another one in each folder. No name matters."""
    for place, (_, folder) in enumerate(itertools.groupby(programs, lambda p: p.folder)):
        folder = list(folder)
        yield from folder[(place + turn) % min(stride, len(folder))::stride]
