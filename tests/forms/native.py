"""What the sanitizers say: many forms in one binary, one process for each input."""
import os
import re
import subprocess

import flags
from case import INPUT, PRELUDE

DRIVER = """
void __atomic_feraiseexcept(int what) {}
int forms_value;
int __VERIFIER_nondet_int(void) { return forms_value; }
int main(int argc, char **argv) {
  if (argc != 3) return 2;
  forms_value = atoi(argv[2]);
  switch (atoi(argv[1])) {
CALLS
  }
  return 2;
}
"""
REPORTS = [
    ("asan", re.compile(r"ERROR: AddressSanitizer:? (?:attempting )?([\w-]+)")),
    ("lsan", re.compile(r"ERROR: (LeakSanitizer): detected memory leaks")),
    ("msan", re.compile(r"WARNING: MemorySanitizer: ([\w-]+)")),
    ("ubsan", re.compile(r"runtime error: ([^\n]*)")),
    ("signal", re.compile(r"ERROR: \w+Sanitizer: (\w+)")),
]
NUMBERS = re.compile(r"0x[0-9a-f]+|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def first_report(ran):
    """The kind of the report, or None. Numbers are left out: they differ from run to run."""
    for tool, pattern in REPORTS:
        found = pattern.search(ran.stderr)
        if found:
            return f"{tool}:{NUMBERS.sub('N', found.group(1)).strip()[:60]}"
    if ran.returncode < 0:
        return f"signal:{-ran.returncode}"
    return None if ran.returncode == 0 else f"status:{ran.returncode}"


def batch_text(forms):
    members = "".join(form.member(number) for number, form in enumerate(forms))
    calls = "\n".join(f"  case {number}: return main{number}();" for number in range(len(forms)))
    return PRELUDE + INPUT + members + DRIVER.replace("CALLS", calls)


def can_compile(form, name, bits):
    return bits in form.bits and not (form.clang_only and name.startswith("gcc")) and not (form.only == "gcc" and not name.startswith("gcc"))


def compile_batch(folder, name, compiler, bits, more, forms):
    """The binary of these forms. A form that does not compile is a mistake of the generator."""
    source, binary = os.path.join(folder, f"{name}.c"), os.path.join(folder, name)
    with open(source, "w") as file:
        file.write(batch_text(forms))
    ran = subprocess.run([compiler, f"-m{bits}", *flags.COMMON, *more, source, "-o", binary, "-lm"], capture_output=True, text=True, errors="replace")
    if ran.returncode:
        raise SystemExit(f"{name}: the generated file does not compile:\n{ran.stderr[:4000]}")
    return binary


def run_one(binary, number, value):
    environment = dict(os.environ, **flags.ENVIRONMENT)
    try:
        ran = subprocess.run([binary, str(number), str(value)], capture_output=True, text=True, errors="replace", timeout=60, env=environment, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "timeout"
    return first_report(ran)


def truth_of_batch(folder, forms):
    """{(name of the form, bits, twin): {compiler: report}} with reports only."""
    truth = {(form.name, bits, twin): {} for form in forms for bits in form.bits for twin in form.twins()}
    for name, compiler, bits, more in flags.COMPILERS:
        mine = [form for form in forms if can_compile(form, name, bits)]
        if not mine:
            continue
        binary = compile_batch(folder, name, compiler, bits, more, mine)
        for number, form in enumerate(mine):
            for twin in form.twins():
                for value in form.values(twin):
                    report = run_one(binary, number, value)
                    if report:
                        truth[form.name, bits, twin][name] = report
        os.remove(binary)
    return truth
