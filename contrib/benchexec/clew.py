"""Tool-info module of clew for BenchExec (https://github.com/sosy-lab/benchexec).

BenchExec looks for modules in the package benchexec.tools: put this file there, or a link to it. docs/building.md says how.
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Runs `clew verify` on the files of a task and reads its last line, "RESULT: …"."""

    DATA_MODELS = {"ILP32": "--32", "LP64": "--64"}
    # Of an UNKNOWN: limits that clew kept by itself, in the words that BenchExec has for them.
    LIMITS = {"timeout": "TIMEOUT", "memory": "OUT OF MEMORY"}
    # Exit statuses of runs that end without a result.
    FAILURES = {64: "usage", 65: "input", 70: "internal"}

    def name(self):
        return "clew"

    def executable(self, tool_locator):
        return tool_locator.find_executable("clew", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="clew")

    def cmdline(self, executable, options, task, rlimits):
        return [
            executable,
            "verify",
            *options,
            *self._data_model(task),
            *(["--property", task.property_file] if task.property_file else []),
            *self._limits(options, rlimits),
            *task.input_files,
        ]

    def _data_model(self, task):
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if not model:
            return []
        if model not in self.DATA_MODELS:
            raise benchexec.tools.template.UnsupportedFeatureException(f"the data model {model}")
        return [self.DATA_MODELS[model]]

    @staticmethod
    def _limits(options, rlimits):
        """clew keeps limits by itself and says then what it has learnt; those of the benchmark, unless the options have others."""
        given = {option.split("=")[0] for option in options}
        limits = []
        seconds = rlimits.cputime or rlimits.walltime
        if seconds and "--timeout" not in given:
            limits += ["--timeout", str(seconds)]
        if rlimits.memory and "--memory" not in given:
            limits += ["--memory", str(max(1, rlimits.memory * 95 // 100 // 2**20))]
        if rlimits.cpu_cores and not given & {"--jobs", "--engine", "--unwind"}:
            limits += ["--jobs", str(rlimits.cpu_cores)]
        return limits

    def determine_result(self, run):
        verdict = self._verdict(run.output)
        if verdict is None:
            return self._failure(run)
        kind, _, detail = verdict.partition("(")
        detail = detail.rstrip(")")
        if kind == "unknown":
            return self.LIMITS.get(detail, result.RESULT_UNKNOWN)
        expected = {"true": 0, "false": 1}.get(kind)
        if expected is None or (kind == "true") == bool(detail):
            return result.RESULT_ERROR + " (result line)"
        # A process that was ended after it had said so has another status, or none.
        if run.exit_code.value != expected and not run.was_terminated:
            return result.RESULT_ERROR + " (exit status)"
        return result.RESULT_TRUE_PROP if kind == "true" else f"{result.RESULT_FALSE_PROP}({detail})"

    def _failure(self, run):
        if run.exit_code.signal:
            return f"KILLED BY SIGNAL {run.exit_code.signal}"
        if run.exit_code.value in self.FAILURES:
            return f"{result.RESULT_ERROR} ({self.FAILURES[run.exit_code.value]})"
        return result.RESULT_ERROR

    @staticmethod
    def _verdict(output):
        """What the last line with a result says; None: there is none. Messages may follow: both streams are one here."""
        lines = [line for line in output if line.startswith("RESULT: ")]
        return lines[-1][len("RESULT: ") :].strip() if lines else None

    def get_value_from_output(self, output, identifier):
        """`reason` of an UNKNOWN, `engine` that decided, or a line of --stats by its name."""
        verdict = self._verdict(output) or ""
        if identifier == "reason":
            return verdict.partition("(")[2].rstrip(")") if verdict.startswith("unknown") else ""
        for line in output:
            if identifier == "engine" and line.startswith("Decided by "):
                return line[len("Decided by ") :].strip().rstrip(".")
            words = line.split()
            if line.startswith("  ") and len(words) > 1 and words[0] == identifier:
                return words[1]
        return None
