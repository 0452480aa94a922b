// What the check of pass.c means in a run.
extern const char meaning_fdiv[];

const char meaning_fdiv[] = "void clew_check_fdiv(unsigned) __asm__(\"clew.check_fdiv\");\n"
                            "void clew_check_fdiv(unsigned bad) {\n"
                            "  if (bad) clew_error(\"no-float-division-by-zero\");\n"
                            "}\n";
