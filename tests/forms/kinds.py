"""Completeness: each opcode of LLVM and each kind of expression and statement of clang that C can produce has a form.

The opcodes are those of llvm-c/Core.h. clang has no such list for its expressions that is installed with it; EXPRESSIONS is that of its StmtNodes.td, without
what belongs to C++, Objective-C, OpenMP, OpenACC, SYCL and coroutines. A kind that C cannot produce has a reason.
"""
import os
import re
import subprocess
import tempfile

import flags
from case import Form
from native import batch_text

SINK = "static volatile int sink$;\n"
NO_OPCODE = {
    "Invoke": "C has no exceptions", "LandingPad": "C has no exceptions", "Resume": "C has no exceptions", "CleanupRet": "C has no exceptions", "CatchRet": "C has no exceptions",
    "CatchPad": "C has no exceptions", "CleanupPad": "C has no exceptions", "CatchSwitch": "C has no exceptions", "UserOp1": "for passes of LLVM only", "UserOp2": "for passes of LLVM only",
    "FRem": "fmod is a call", "InsertValue": "clang makes aggregates in memory", "VAArg": "for x86 clang reads the list of arguments itself",
}
EXPRESSIONS = """AddrLabelExpr ArrayInitIndexExpr ArrayInitLoopExpr ArraySubscriptExpr ArraySectionExpr AsTypeExpr AtomicExpr BinaryConditionalOperator BinaryOperator BlockExpr CStyleCastExpr CallExpr
    CharacterLiteral ChooseExpr CompoundAssignOperator CompoundLiteralExpr ConditionalOperator ConstantExpr ConvertVectorExpr DeclRefExpr DesignatedInitExpr DesignatedInitUpdateExpr EmbedExpr
    ExprWithCleanups ExtVectorElementExpr FixedPointLiteral FloatingLiteral GNUNullExpr GenericSelectionExpr ImaginaryLiteral ImplicitCastExpr ImplicitValueInitExpr InitListExpr IntegerLiteral
    MatrixSubscriptExpr MemberExpr NoInitExpr OffsetOfExpr OpaqueValueExpr ParenExpr ParenListExpr PredefinedExpr PseudoObjectExpr RecoveryExpr ShuffleVectorExpr SourceLocExpr StmtExpr StringLiteral
    TypoExpr UnaryExprOrTypeTraitExpr UnaryOperator VAArgExpr
    AttributedStmt BreakStmt CaseStmt CompoundStmt ContinueStmt DeclStmt DefaultStmt DoStmt ForStmt GCCAsmStmt GotoStmt IfStmt IndirectGotoStmt LabelStmt MSAsmStmt NullStmt ReturnStmt SwitchStmt WhileStmt""".split()
NO_EXPRESSION = {
    "ArrayInitIndexExpr": "C++ only", "ArrayInitLoopExpr": "C++ only", "ArraySectionExpr": "OpenMP and OpenACC", "AsTypeExpr": "OpenCL", "BlockExpr": "-fblocks only", "DesignatedInitExpr": "clang keeps it in the syntactic form only, which is not dumped",
    "EmbedExpr": "#embed needs a file", "ExprWithCleanups": "in C for blocks and ARC only", "FixedPointLiteral": "-ffixed-point only", "GNUNullExpr": "C++ only", "MatrixSubscriptExpr": "-fenable-matrix only", "ParenListExpr": "C++ only",
    "PseudoObjectExpr": "Objective-C and -fms-extensions", "RecoveryExpr": "for programs that do not compile", "TypoExpr": "for programs that do not compile", "MSAsmStmt": "-fms-extensions only",
}


def all_kinds():
    """Forms for kinds that the other forms have no reason to hold; the input decides an index."""
    behind = dict(bad=(0, 4), value=4, good=(0, 3))
    for name, code in {
            "fence": "__atomic_thread_fence(__ATOMIC_SEQ_CST); a[k] = 1;", "callbr": "asm goto(\"\" : : : : out); a[k] = 1; out: sink$ = 1;", "freeze": "int n = __builtin_nondeterministic_value(1); a[k] = n; (void)n;",
            "addrspacecast": "int __attribute__((address_space(257))) *p = (int __attribute__((address_space(257))) *)a; sink$ = p != 0; a[k] = 1;", "switch": "switch (a[k]) { case 3: sink$ = 1; break; case 4: sink$ = 2; break; default: sink$ = 3; }",
            "imaginary": "_Complex double z = 1.0 + 2.0i; a[k] = (int)__imag__ z;", "designated": "struct P$ o = {1, 2}; struct Q$ q = {.p = o, .p.y = a[k]}; sink$ = q.p.y;", "extvector": "typedef int E __attribute__((ext_vector_type(4))); E e = {1, 2, 3, 4}; e.xy = e.zw; sink$ = e.x + a[k];",
            "swizzlestore": "typedef int E __attribute__((ext_vector_type(4))); E e = {1, 2, 3, 4}; e.yx += e.zw; sink$ = e.y + a[k];", "predefined": "sink$ = __func__[0] + a[k];", "line": "sink$ = __builtin_LINE() + a[k];", "offsetof": "sink$ = (int)offsetof(struct P$, y) + a[k];",
            "character": "a[k] = 'x';", "string": "sink$ = \"abc\"[a[k]];", "wide": "sink$ = L\"abc\"[a[k]];", "sizeof": "sink$ = (int)(sizeof a + _Alignof(int)) + a[k];", "choose": "sink$ = __builtin_choose_expr(0, 1, a[k]);", "shuffle": "typedef int V __attribute__((vector_size(16))); V v = {1, 2, 3, 4}; v = __builtin_shufflevector(v, v, 0, 4, 1, 5); sink$ = v[1] + a[k];",
            "convert": "typedef int V __attribute__((vector_size(16))); typedef float G __attribute__((vector_size(16))); V v = {1, a[k]}; G g = __builtin_convertvector(v, G); sink$ = (int)g[1];", "vaarg": "sink$ = sum$(2, 1.5, a[k]);", "attributed": "switch (k) { case 0: a[k]++; __attribute__((fallthrough)); default: a[k]--; }",
            "continue": "for (int i = 0; i < 3; i++) { if (i == 1) continue; a[k] += i; }", "dowhile": "int i = 0; do a[k]++; while (++i < 2);", "gotolabel": "int i = 0; again: a[k]++; if (++i < 2) goto again;", "indirectgoto": "static void *l[] = {&&one, &&two}; goto *l[k & 1]; one: a[k] = 1; two: ;",
            "implicitvalue": "struct P$ p = {1}; int z[3] = {1}; a[k] = p.y + z[2];", "unsigneds": "unsigned u = (unsigned)a[k] + 7; sink$ = (int)(u / 3 + u % 3 + (u >> 1)); float f = u; unsigned w = (unsigned)f; sink$ = (int)w;", "floats": "double d = a[k] + 2.5; float f = (float)d; d = f; d = -d * 2 / 3 - 1; sink$ = d > f;",
            "integers": "int n = a[k]; sink$ = (n - 1) * 2 / 3 + (4 << k); while (n < 1) n++; sink$ = ({ n; });", "remainder": "sink$ = a[k] % 3 + (a[k] >> 1) + (a[k] ^ 3 | 4 & k);", "pointers": "uintptr_t n = (uintptr_t)a; int *p = (int *)n; sink$ = p[k];", "select": "sink$ = (k > 1 ? 5 : 6) + a[k];", "bitcast": "typedef int V __attribute__((vector_size(16))); typedef float G __attribute__((vector_size(16))); V v = {1, a[k]}; G g = (G)v; sink$ = g[1] > 0;",
            "aggregate": "sink$ = pair$(a[k]).y;", "overflow": "int t; if (__builtin_sub_overflow(a[k], 1, &t)) sink$ = t;", "exchange": "_Atomic int t = 1; int e = 1; atomic_compare_exchange_strong(&t, &e, a[k]); sink$ = atomic_fetch_add(&t, 1);", "elvis": "sink$ = a[k] ?: 3;",
            "generic": "sink$ = _Generic(k, int: a[k], default: 2);", "unreachable": "if (k > 9) __builtin_unreachable(); a[k] = 1;", "truncate": "char c = (char)a[k]; short s = c; sink$ = s; long long l = a[k]; sink$ = (int)l; _Bool b = a[k] != 0; sink$ = b;", "elements": "typedef int V __attribute__((vector_size(16))); V v = {1, 2}; v[k & 1] = a[k]; sink$ = v[1];",
            "asm": "__asm__ volatile(\"\" : : \"r\"(a[k]));", "floatremainder": "double fmod(double, double); sink$ = (int)fmod(a[k] + 5.0, 3.0);"}.items():
        yield Form(f"kind.{name}", "behind", f"int *a = calloc(4, sizeof *a);\n{code}\nfree(a);", SINK + "struct P$ { int x, y; };\nstruct Q$ { struct P$ p; };\n"
                   "static struct P$ pair$(int n) { return (struct P$){1, n}; }\nstatic int sum$(int n, ...) { va_list l; va_start(l, n); double d = va_arg(l, double); n = va_arg(l, int); va_end(l); return n + (int)d; }\n",
                   only="clang" if name in ("freeze", "addrspacecast", "shuffle") else None, **behind)


def opcodes_of_llvm():
    include = subprocess.run(["llvm-config-19", "--includedir"], capture_output=True, text=True, check=True).stdout.strip()
    header = open(os.path.join(include, "llvm-c", "Core.h")).read()
    body = re.search(r"typedef enum \{([^}]*)\} LLVMOpcode;", header)
    return re.findall(r"^\s*LLVM(\w+)\s*=", body.group(1), re.M)


def produced(forms):
    """(opcodes, expressions and statements) in what clang makes of these forms."""
    with tempfile.TemporaryDirectory(prefix="forms.") as folder:
        source = os.path.join(folder, "kinds.c")
        with open(source, "w") as file:
            file.write(batch_text([form for form in forms if 64 in form.bits and form.only != "gcc"]))
        common = [flags.CLANG, "-m64", "-O0", "-w", "-std=gnu17", source]
        code = subprocess.run([*common, "-S", "-emit-llvm", "-o", "-"], capture_output=True, text=True, check=True).stdout
        tree = subprocess.run([*common, "-fsyntax-only", "-fno-color-diagnostics", "-Xclang", "-ast-dump"], capture_output=True, text=True, check=True).stdout
    code = code.replace(" cmpxchg ", " atomiccmpxchg ")
    opcodes = set(re.findall(r"^  (?:%\S+ = )?(?:(?:tail|musttail|notail) )?([a-z]+)\b", code, re.M))
    return opcodes, set(re.findall(r"^[| `-]*(\w+(?:Expr|Operator|Literal|Stmt)) 0x", tree, re.M))


def missing_kinds(forms):
    """Sentences about kinds without a form."""
    opcodes, nodes = produced(forms)
    listed = opcodes_of_llvm()
    wrong = [f"LLVM's {name} has no form" for name in listed if name.lower() not in opcodes and name not in NO_OPCODE]
    wrong += [f"LLVM's {name} has a form, and a reason why not" for name in NO_OPCODE if name.lower() in opcodes]
    wrong += [f"LLVM has no opcode {name}" for name in NO_OPCODE if name not in listed]
    wrong += [f"clang's {name} has no form" for name in EXPRESSIONS if name not in nodes and name not in NO_EXPRESSION]
    wrong += [f"clang's {name} has a form, and a reason why not" for name in NO_EXPRESSION if name in nodes]
    return wrong + [f"clang's {name} is not in the list of kinds" for name in sorted(nodes) if name not in EXPRESSIONS]
