"""The one table of compilers, flags and options of the sanitizers, and of how clew is called."""
import os

CLANG, GCC = os.environ.get("CLANG", "clang-19"), os.environ.get("GCC", "gcc")
COMMON = ["-O0", "-g", "-w", "-fno-sanitize-recover=all", "-fno-strict-aliasing", "-std=gnu17"]
CLANG_FLAGS = ["-fstrict-flex-arrays=1", "-fsanitize=address,undefined,float-cast-overflow", "-mllvm", "-asan-detect-invalid-pointer-pair"]
GCC_FLAGS = ["-fsanitize=address,undefined,float-cast-overflow,pointer-compare,pointer-subtract"]

# name, compiler, data model, flags. MSan is there with 64 bits only, and with clang.
COMPILERS = [
    ("clang64", CLANG, 64, CLANG_FLAGS),
    ("clang32", CLANG, 32, CLANG_FLAGS),
    ("gcc64", GCC, 64, GCC_FLAGS),
    ("gcc32", GCC, 32, GCC_FLAGS),
    ("msan64", CLANG, 64, ["-fstrict-flex-arrays=1", "-fsanitize=memory", "-fsanitize-memory-track-origins=0"]),
]
ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:detect_leaks=1:strict_string_checks=1:symbolize=0:exitcode=99",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=0:symbolize=0:exitcode=99",
    "MSAN_OPTIONS": "symbolize=0:exitcode=99",
    "LSAN_OPTIONS": "use_registers=0:exitcode=99",
}
CLEW = ["verify", "--check", "all", "--jobs", "1", "--timeout", "5", "--quiet"]
