#!/bin/bash
# `clew bench`: campaigns with a verifier that only pretends, killed and resumed, shared, refused; reports with known numbers. tests/bench.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

# sql DIR STATEMENT: what the results say.
sql() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1] + "/results.db").execute(sys.argv[2]): print(*row, sep="|")' "$1" "$2"; }
same() { [ "$1" = "$2" ] || { echo "    '$1' instead of '$2'"; return 1; }; }
# What must not depend on how often a campaign was killed.
verdicts() { sql "$1" "SELECT task, property, configuration, repetition, verdict, detail, correct FROM result ORDER BY 1, 2, 3, 4"; }
processes() { pgrep -f "sleep 98765" | wc -l; }

# --- a verifier that says what its program says -------------------------------------------------------------------------
cat >fake <<'END'
#!/bin/bash
while read -r _ what argument; do
  case $what in
    SAY) echo "$argument" ;;
    EXIT) exit "$argument" ;;
    SLEEP) sleep "$argument" ;;
    WAIT) until [ -e "$argument" ]; do sleep 0.01; done ;;
    BURN) while :; do :; done ;;
    UNWAITED) exec python3 -c 'import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if not os.fork():
    while time.process_time() < 0.6: pass
    os._exit(0)
try: os.wait()
except ChildProcessError: print("safe")' ;;
    CHILDREN) (for _ in 1 2 3; do (i=0; while [ $((i += 1)) -lt 60000 ]; do :; done) & done; wait) ;;
    LEAVE) setsid sleep 98765 & (sleep 98765 & sleep 98765) & ;;
    GROW) exec python3 -c 'x = bytearray(300 << 20); import time; time.sleep(30)' ;;
    TALK) exec head -c 3000000 /dev/zero ;;
    DIE) kill -SEGV $$ ;;
  esac
done <"$1"
END
chmod +x fake
task() { # NAME LINE…
  mkdir -p "$(dirname "$1")"
  printf '// %s\n' "${@:2}" >"$1"
}
task programs/right.c 'SAY safe'
task programs/wrong.c 'SAY safe'
task programs/found.c 'SAY bug: valid-free'
task programs/other.c 'SAY bug: valid-deref'
task programs/status.c 'EXIT 7'
task programs/broken.c 'EXIT 9'
task programs/died.c DIE
task programs/silent.c 'SAY hello'
task programs/leaves.c LEAVE 'SAY safe'
{
  printf 'family\tfile\tbits\texpected\tproperty\tviolation\n'
  printf '%s\n' 'one	programs/right.c	32	true	safety.prp	' 'one	programs/wrong.c	32	false	safety.prp	valid-free' \
    'one	programs/found.c	64	false	safety.prp	valid-free' 'one	programs/other.c	64	false	safety.prp	valid-free' \
    'two	programs/status.c	32	true	safety.prp	' 'two	programs/broken.c	32	true	safety.prp	' 'two	programs/died.c	32	true	safety.prp	' \
    'two	programs/silent.c	32	true	safety.prp	' 'two	programs/leaves.c	32	true	safety.prp	'
} >tasks.tsv
printf 'CHECK( init(main()), LTL(G valid-free) )\n' >safety.prp
rules='rules:
      - {verdict: true, output: "^safe$"}
      - {verdict: "false($1)", output: "^bug: ([a-z-]+)$"}
      - {verdict: "unknown(bound)", status: 7}'
campaign() { # NAME LINE…: with the tasks of tasks.tsv
  { printf '%s\n' "${@:2}"; } >"$1.yml"
}
campaign first 'tasks: tasks.tsv' 'limits: {cpu: 20, wall: 20, memory: 200}' 'configurations:' '  - name: fake' \
  '    command: [./fake, "{file}"]' "    $rules"

run 0 bench first.yml -o first
check 'verdicts' same "$(sql first "SELECT task, verdict, detail, correct, ended, status FROM result ORDER BY task")" \
'programs/broken.c|error|status 9|None|exit|9
programs/died.c|error|signal 11|None|signal|11
programs/found.c|false|valid-free|1|exit|0
programs/leaves.c|true||1|exit|0
programs/other.c|false|valid-deref|0|exit|0
programs/right.c|true||1|exit|0
programs/silent.c|unknown|no verdict|None|exit|0
programs/status.c|unknown|bound|None|exit|7
programs/wrong.c|true||0|exit|0'
check 'the table' grep -qE '^fake +9 +2 +1 +2 +2 +2 +-43 ' out
check 'what was left behind is counted' [ "$(sql first "SELECT left_behind >= 2 FROM result WHERE task = 'programs/leaves.c'")" = 1 ]
check 'nothing is left behind' [ "$(processes)" -eq 0 ]
check 'no folder is left behind' [ -z "$(ls "$TMPDIR")" ]
output() { printf '%s/output/000/%06d.txt' "$1" "$(sql "$1" "SELECT id FROM result WHERE task = '$2'")"; }
check 'output is kept' grep -q 'valid-free' "$(output first programs/found.c)"
check 'nothing but a summary in a pipe' [ ! -s err ]
run 0 bench first.yml -o first
check 'nothing is run again' grep -q '^9 runs: 9 were there, 0 are new' out
check 'how it was measured is there' [ -n "$(sql first 'SELECT measured FROM worker')" ]

# --- limits and measurements --------------------------------------------------------------------------------------------
task limits/wall.c 'SLEEP 30'
task limits/cpu.c BURN
task limits/memory.c GROW
task limits/output.c TALK
task limits/late.c 'SLEEP 2.4' 'SAY safe'
task limits/children.c CHILDREN 'SAY safe'
campaign limits 'tasks: [{path: limits, expected: true}]' 'limits: {cpu: 1, wall: 2, memory: 150}' 'configurations:' '  - name: fake' \
  '    command: [./fake, "{file}"]' "    $rules"
start=$(date +%s)
run 0 bench limits.yml -o limits-results
check 'limits are kept' [ $(($(date +%s) - start)) -le 40 ]
check 'limits' same "$(sql limits-results "SELECT task, verdict, detail FROM result WHERE task NOT IN ('children.c', 'output.c') ORDER BY task")" \
'cpu.c|unknown|timeout
late.c|unknown|timeout
memory.c|unknown|memory
wall.c|unknown|timeout'
# In a control group the time of a process counts whose parent ignores its end.
task unwaited.c UNWAITED
campaign unwaited 'tasks: unwaited.c' 'limits: {wall: 300}' 'configurations:' '  - name: fake' '    command: [./fake, "{file}"]' "    $rules"
run 0 bench unwaited.yml -o unwaited
case $(sql unwaited 'SELECT measured FROM worker') in
  *'(control group)'*) check 'unwaited processes' [ "$(sql unwaited "SELECT verdict = 'true' AND cpu >= 0.6 FROM result")" = 1 ] ;;
  *) echo 'no control groups: they cannot be made here' ;;
esac
check 'processor time' [ "$(sql limits-results "SELECT cpu > 0.4 FROM result WHERE task = 'cpu.c'")" = 1 ]
check 'waiting takes none' [ "$(sql limits-results "SELECT cpu < wall / 2 AND wall >= 2 FROM result WHERE task = 'wall.c'")" = 1 ]
check 'time of children counts' [ "$(sql limits-results "SELECT cpu > 0.05 AND processes >= 3 FROM result WHERE task = 'children.c'")" = 1 ]
check 'memory' [ "$(sql limits-results "SELECT memory > 150 << 20 FROM result WHERE task = 'memory.c'")" = 1 ]
check 'long output is shortened' [ "$(stat -c %s "$(output limits-results output.c)")" -lt 1100000 ]

# --- kill -9, resume, several at once -----------------------------------------------------------------------------------
tasks=${CLEW_REDUCED:+40}
tasks=${tasks:-120}
# Two neighbours wait for each gate, so that both jobs do: however fast the machine is, no campaign passes a closed one.
gates=6
pass() { touch "$PWD/gate.$1"; }
for ((i = 0; i < tasks; i++)); do
  name=$(printf 'many/%03d.c' $i)
  gate=$((i / (tasks / (gates + 1))))
  wait=
  [ $((i % (tasks / (gates + 1)))) -gt 1 ] || [ $gate -eq 0 ] || [ $gate -gt $gates ] || wait="WAIT $PWD/gate.$gate"
  case $((i % 4)) in
    0) task "$name" ${wait:+"$wait"} 'SAY safe' ;;
    1) task "$name" ${wait:+"$wait"} 'SAY bug: valid-free' ;;
    2) task "$name" ${wait:+"$wait"} 'EXIT 7' ;;
    3) task "$name" ${wait:+"$wait"} LEAVE 'SAY safe' ;;
  esac
done
campaign many 'tasks: [{path: many, expected: true}]' 'limits: {wall: 10}' 'jobs: 2' 'repetitions: 2' 'configurations:' '  - name: fake' \
  '    command: [./fake, "{file}"]' "    $rules"
for ((gate = 1; gate <= gates; gate++)); do pass $gate; done
run 0 bench many.yml -o undisturbed
rm gate.*
gate=0
for delay in 0.05 0.3 0.2 0.5 0.1 0.4; do
  "$clew" bench many.yml -o killed >/dev/null 2>&1 &
  sleep $delay
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  pass $((gate += 1))
done
check 'it was killed before the end' [ "$(sql killed 'SELECT count(*) FROM result')" -lt $((2 * tasks)) ]
"$clew" bench many.yml -o killed >one 2>&1 &
run 0 bench many.yml -o killed
wait $!
run 0 bench many.yml -o killed
check 'all runs are there' [ "$(sql killed 'SELECT count(*), count(DISTINCT task || configuration || repetition) FROM result')" = "$((2 * tasks))|$((2 * tasks))" ]
check 'killed and shared is as undisturbed' same "$(verdicts killed)" "$(verdicts undisturbed)"
check 'each made a part' [ "$(sql killed 'SELECT count(DISTINCT worker) >= 3 FROM run')" = 1 ]
check 'outputs of what was killed are gone' [ "$(find killed/output -type f | wc -l)" -eq $((2 * tasks)) ]
check 'no claim is left' [ "$(sql killed 'SELECT count(*) FROM run WHERE verdict IS NULL')" -eq 0 ]
for ((i = 0; i < 50; i++)); do [ "$(processes)" -eq 0 ] && [ -z "$(ls "$TMPDIR")" ] && break; sleep 0.1; done
check 'no process is left behind' [ "$(processes)" -eq 0 ]
check 'no folder is left behind' [ -z "$(ls "$TMPDIR")" ]

# Ctrl-C: ends at once and says how to go on.
rm gate.2
"$clew" bench many.yml -o stopped >out 2>err &
sleep 0.4
kill -INT $!
wait $!
check 'stopped' [ $? -eq 2 ]
pass 2
check 'stopped: it says so' grep -q 'stopped, .* runs are left' err
check 'stopped: nothing is claimed' [ "$(sql stopped 'SELECT count(*) FROM run WHERE verdict IS NULL')" -eq 0 ]
run 0 bench many.yml -o stopped
check 'stopped: it goes on' same "$(verdicts stopped)" "$(verdicts undisturbed)"

# More tasks and configurations: only these are run.
task many/more.c 'SAY safe'
sed 's/name: fake/name: again/; s/command: .*/command: .\/fake {file}/' many.yml | sed -n '/- name/,$p' >>many.yml
run 0 bench many.yml -o stopped
check 'what is new is run' grep -q "^$((4 * tasks + 4)) runs: $((2 * tasks)) were there, $((2 * tasks + 4)) are new" out
run 0 bench many.yml -o stopped --forget again
check 'forgotten is run again' grep -q "$((2 * tasks + 2)) were there" out

# --- clew itself, definitions of tasks, sets, patterns --------------------------------------------------------------------
mkdir clew
printf 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  if (__VERIFIER_nondet_int() == 7) reach_error();\n}\n' >clew/bad.c
printf 'extern void reach_error(void);\nint main(void) {\n  int x = 1;\n  if (x == 7) reach_error();\n}\n' >clew/good.c
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >clew/unreach-call.prp
for name in bad good; do
  printf 'format_version: "2.0"\ninput_files: %s.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: %s\noptions: {language: C, data_model: ILP32}\n' \
    $name "$([ $name = good ] && echo true || echo false)" >clew/$name.yml
done
printf '# all\n*.yml\n\n' >clew/both.set
campaign own 'name: own tasks' 'tasks: [clew/both.set]' 'limits: {wall: 60, memory: 2000, cores: 1}' 'jobs: 1' 'configurations:' \
  '  - {engine: symex, options: --no-pre-run}' '  - {name: k, engine: kind}'
run 0 bench own.yml
check 'the folder has the name of the campaign' [ -d 'own tasks-results' ]
check 'clew decides' same "$(sql 'own tasks-results' 'SELECT task, family, configuration, verdict, detail, correct FROM result ORDER BY task, configuration')" \
'bad.yml|both|k|false|unreach-call|1
bad.yml|both|symex|false|unreach-call|1
good.yml|both|k|true||1
good.yml|both|symex|true||1'
check 'statistics are kept' [ "$(sql 'own tasks-results' 'SELECT count(*) FROM result WHERE json_extract(statistics, "$.time_total") > 0')" -eq 4 ]
check 'the version is kept' [ "$(sql 'own tasks-results' "SELECT count(*) FROM version WHERE text LIKE 'clew % (sha256 %)'")" -eq 2 ]
for path in 'clew/*.yml' clew clew/good.yml; do
  campaign path "tasks: ['$path']" 'limits: {wall: 60}' 'configurations: [{engine: symex}]'
  rm -rf path
  run 0 bench path.yml -o path
  check "$path" [ "$(sql path 'SELECT count(*) FROM result WHERE correct = 1')" -eq "$([ "$path" = clew/good.yml ] && echo 1 || echo 2)" ]
done

# --- shards -----------------------------------------------------------------------------------------------------------------
# A part of `many`, which has two configurations by now: made in three shards, one of them twice, and put together.
few=$((4 * 25))
sed 's/expected: true/expected: true, sample: 25/; 1i name: few' many.yml >few.yml
expected=$(verdicts stopped | awk -F'|' '$1 < "025"')
for ((gate = 1; gate <= gates; gate++)); do pass $gate; done
for shard in 1/3 2/3; do run 0 bench few.yml -o parts --shard $shard; done
run 2 bench few.yml -o parts --merge
check 'merged: it says what is missing' grep -qE "of $few runs have no result yet" err
run 0 bench few.yml -o parts --shard 1/3
check 'a shard is not made again' grep -q ', 0 are new; all are done' out
cp -r parts/shards/0001-of-0003 again
run 0 bench few.yml -o elsewhere --shard 1/3
run 0 bench few.yml -o parts --shard 3/3
check 'shards are of a size' [ "$(for s in parts/shards/*; do sql "$s" 'SELECT count(*) FROM result'; done | sort -n | sed -n '1p;$p' | paste -sd-)" = \
  "$((few / 3))-$(((few + 2) / 3))" ]
"$clew" bench few.yml -o parts --shard 2/7 >/dev/null 2>&1
run 0 bench few.yml -o parts --merge
check 'merged is as undisturbed' same "$(verdicts parts)" "$expected"
run 0 bench few.yml -o parts --merge again elsewhere/shards/0001-of-0003
check 'what was made twice counts once' same "$(verdicts parts)" "$expected"
check 'merged: who made what' [ "$(sql parts 'SELECT count(DISTINCT worker) >= 3, count(DISTINCT version) FROM run')" = '1|2' ]
check 'merged: outputs' same "$(sql parts "SELECT id FROM result WHERE verdict = 'false'" | while read -r id; do
  cat "$(printf 'parts/output/%03d/%06d.txt' $((id / 1000)) "$id")"; done | sort -u)" 'bug: valid-free'
run 0 bench few.yml -o parts
check 'merged: nothing is left to do' grep -q ', 0 are new; all are done' out
# Other machines, another commit: both are kept.
python3 -c 'import sqlite3
db = sqlite3.connect("again/results.db")
db.execute("UPDATE machine SET host = \"elsewhere\""); db.execute("UPDATE version SET text = \"old\""); db.commit()'
run 2 bench few.yml -o both --merge again elsewhere/shards/0001-of-0003
check 'results of two machines' same "$(sql both 'SELECT host FROM machine WHERE id IN (SELECT machine FROM worker) ORDER BY id LIMIT 1')" elsewhere
# Refused, and nothing is merged: another version, another configuration, another campaign.
before=$(verdicts parts)
cp -r again newer && python3 -c 'import sqlite3; sqlite3.connect("newer/results.db").execute("PRAGMA user_version = 99")'
run 65 bench few.yml -o parts --merge newer
check 'merged: another version' grep -q 'newer/results.db: a database of version 99' err
cp -r again changed && python3 -c 'import sqlite3
db = sqlite3.connect("changed/results.db"); db.execute("UPDATE configuration SET definition = \"limits: none\""); db.commit()'
run 65 bench few.yml -o parts --merge changed
check 'merged: another configuration' grep -q "another configuration 'fake'" err
run 65 bench first.yml -o first-merged --merge again
check 'merged: another campaign' grep -q "of the campaign 'few', not of 'first'" err
run 65 bench few.yml -o parts --merge missing
run 65 bench few.yml -o nothing --merge
check 'nothing is merged of what is refused' same "$(verdicts parts)" "$before"
for part in 0/3 4/3 3 x 1/3x -1/3 1/0; do run 64 bench few.yml -o parts --shard $part; done
run 64 bench few.yml --merge --shard 1/3
run 64 bench few.yml again
run 64 bench few.yml -p work
run 64 bench few.yml --slurm --array 0
# Killed in a merge: it is all there after the next one.
for delay in 0.01 0.02 0.03 0.05; do
  "$clew" bench few.yml -o cut --merge parts/shards/* >/dev/null 2>&1 &
  sleep $delay
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
done
run 0 bench few.yml -o cut --merge parts/shards/*
check 'killed in a merge' same "$(verdicts cut)" "$expected"
if ! command -v sbatch >/dev/null; then
  run 65 bench few.yml -o submitted --slurm
  check 'without Slurm' grep -q 'is Slurm installed' err
fi

# --- definitions and results of BenchExec ---------------------------------------------------------------------------------
mkdir xml
cp -r clew xml/tasks
cp clew/bad.yml xml/tasks/excluded.yml
printf '# all\n*.yml\n' >xml/tasks/all.set
xml() { # ATTRIBUTES LINE…
  printf '<?xml version="1.0"?>\n<!DOCTYPE benchmark PUBLIC "x" "y">\n<benchmark %s>\n' "$1"
  printf '%s\n' "${@:2}" '</benchmark>'
}
runs='<rundefinition name="s &amp; k"><option name="--engine">symex</option></rundefinition><rundefinition name="kind"><option name="--engine">kind</option></rundefinition>'
tasks_xml='<tasks name="mine"><includesfile>tasks/all.set</includesfile><exclude>tasks/ex*.yml</exclude></tasks>'
property_xml='<propertyfile>${benchmark_path}/tasks/unreach-call.prp</propertyfile>'
good_limits='tool="clew" timelimit="1 min" memlimit="2 GB" cpuCores="1"'
xml "$good_limits" "$runs" "<!-- two -->$tasks_xml" "$property_xml" >xml/two.xml
run 0 bench xml/two.xml -o from-xml --jobs 1
check 'a benchmark definition' same "$(sql from-xml 'SELECT task, family, property, bits, configuration, verdict, correct FROM result ORDER BY 1, 5')" \
'tasks/bad.yml|mine|unreach-call|32|kind|false|1
tasks/bad.yml|mine|unreach-call|32|s & k|false|1
tasks/good.yml|mine|unreach-call|32|kind|true|1
tasks/good.yml|mine|unreach-call|32|s & k|true|1'
check 'its limits' [ "$(sql from-xml 'SELECT DISTINCT cpu_limit, memory_limit, cores FROM configuration')" = '60.0|1907|1' ]
run 0 bench --report from-xml --benchexec
check 'results of BenchExec' same "$(python3 - from-xml/*.xml <<'END' | sort
import sys, xml.etree.ElementTree as tree
for file in sorted(sys.argv[1:]):
    root = tree.parse(file).getroot()
    assert root.tag == "result" and root.get("tool") == "clew" and root.find("systeminfo/ram") is not None
    for run in root.iter("run"):
        values = {c.get("title"): c.get("value") for c in run.iter("column")}
        assert open(f"from-xml/{run.get('logfile')}").read() and values["cputime"].endswith("s") and values["memory"].endswith("B")
        print(root.get("name"), run.get("name").split("/")[-1], run.get("properties"), run.get("expectedVerdict"), values["status"], values["category"], values["score"])
END
)" 'kind bad.yml unreach-call false false(unreach-call) correct 1
kind good.yml unreach-call true true correct 2
s & k bad.yml unreach-call false false(unreach-call) correct 1
s & k good.yml unreach-call true true correct 2'
# Run definitions with tasks of their own, of which some have options.
xml "$good_limits" "$property_xml" '<rundefinition name="a"><option name="--engine">symex</option><tasks name="one"><include>tasks/good.yml</include></tasks></rundefinition>' \
  '<rundefinition name="b"><option name="--engine">kind</option><tasks name="two"><include>tasks/bad.yml</include></tasks>' \
  '<tasks name="three"><option name="--k-max">50</option><include>tasks/good.yml</include></tasks></rundefinition>' >xml/own.xml
run 0 bench xml/own.xml -o own-tasks --jobs 1
check 'tasks and options of their own' same "$(sql own-tasks 'SELECT task, configuration, verdict FROM result ORDER BY 2')" \
'tasks/good.yml|a|true
tasks/bad.yml|b|false
tasks/good.yml|b.three|true'
run 0 bench xml/own.xml -o own-tasks
check 'all are done' grep -q '3 runs: 3 were there, 0 are new; all are done' out
campaign other-tool 'tasks: [{path: xml/other.xml, only: good}]' 'limits: {wall: 60}' 'configurations: [{name: x, command: ["./fake", "{file}"]}]'
xml 'tool="cbmc"' '<rundefinition/>' "$tasks_xml" '<propertyfile expectedverdict="true">tasks/unreach-call.prp</propertyfile>' >xml/other.xml
run 0 bench other-tool.yml -o other-tool
check 'tasks for another tool' [ "$(sql other-tool 'SELECT count(*), max(family) FROM result')" = '1|mine' ]
# refuse_xml TEXT ATTRIBUTES LINE…
refuse_xml() {
  xml "${@:2}" >xml/refused.xml
  run 65 bench xml/refused.xml -o refused
  check "the message says: $1" grep -qE -- "$1" err
  check 'nothing was made' [ ! -e refused ]
}
refuse_xml "refused.xml:3: the tool is 'cbmc'" 'tool="cbmc" timelimit="5 s"' "$tasks_xml"
refuse_xml 'memlimit="2": a number with a unit' 'tool="clew" timelimit="5 s" memlimit="2"' "$tasks_xml"
refuse_xml 'timelimit="5 years"' 'tool="clew" timelimit="5 years"' "$tasks_xml"
refuse_xml 'a limit of time is missing' 'tool="clew"' "$tasks_xml"
refuse_xml 'refused.xml:4: .*nothing.yml: no file' "$good_limits" '<tasks><include>nothing.yml</include></tasks>'
refuse_xml '<withoutfile> of tasks is not supported' "$good_limits" '<tasks><withoutfile>x</withoutfile></tasks>'
refuse_xml 'refused.xml:4:1: .*--engin' "$good_limits" '<rundefinition><option name="--engin">x</option></rundefinition>' "$tasks_xml"
refuse_xml 'refused.xml:5: <tasks> of line 4 has no end' "$good_limits" '<tasks>'
refuse_xml 'an entity that is not known' "$good_limits" '<tasks name="&x;"/>'
refuse_xml 'has no tasks' "$good_limits" '<rundefinition/>'
printf 'hello\n' >xml/refused.xml
run 65 bench xml/refused.xml -o refused
run 64 bench first.yml --benchexec

# --- the report -----------------------------------------------------------------------------------------------------------
run 0 bench --report first --csv first.csv --latex first.tex
check 'the page' grep -q 'made by clew' first/report.html
check 'no network' [ "$(grep -cE '(src|href)="?https?:' first/report.html)" -eq 0 ]
check 'CSV: lines' [ "$(wc -l <first.csv)" -eq 10 ]
check 'CSV: a line' grep -qE '^one,programs/other.c,safety,64,false,valid-free,fake,1,false,valid-deref,wrong,[0-9.]+,[0-9.]+,[0-9]+,output/000/[0-9]+.txt' first.csv
check 'LaTeX' grep -qE '^all & fake & 9 & 2 & 1 & 2 & 2 & 2 & -43 & ' first.tex
check 'LaTeX: families' grep -qE '^one & fake & 4 & 1 & 1 & 2 & 0 & 0 & -45 & ' first.tex
sed -i 's/SAY safe/SAY bug: valid-free/' programs/wrong.c
sed -i 's/SAY hello/SAY safe/' programs/silent.c
sed -i 's/SAY safe/SAY nothing/' programs/right.c
run 0 bench first.yml -o second
run 0 bench --report second --compare first
check 'gained' grep -A2 '^  Gained: 2' out
check 'gained: which' grep -q 'programs/silent.c (safety): unknown(no verdict) .* -> true' out
check 'lost' grep -A1 '^  Lost: 1' out
check 'lost: which' grep -q 'programs/right.c (safety): true .* -> unknown(no verdict)' out

# --- tables that a campaign describes -----------------------------------------------------------------------------------
campaign described 'name: first' 'tasks: [{path: "{tasks}"}]' 'limits: {cpu: 20, wall: 20, memory: 200}' 'configurations:' '  - name: fake' \
  '    command: [./fake, "{file}"]' "    $rules" '  - name: always' '    command: [/bin/true, "{file}"]' '    rules: [{verdict: true}]' 'text: |' '  All of it.' 'tables:' \
  '  - {title: One, values: [tasks, safe, unsafe, wrong, "false alarms", unknown, score], paper: "had 7."}' \
  '  - {by: family, virtual: {best: [fake, always]}, configurations: [fake, best], values: [tasks, safe]}' \
  '  - {by: pair, without: {unsafe_by: [fake], seconds: 1000}}' '  - {by: task, configurations: [always], families: [two], values: [verdict]}' \
  '  - {title: Curves, plot: quantile, configurations: [fake, always]}' '  - {plot: scatter, configurations: [fake, always]}'
run 65 bench described.yml -o described
check 'open tasks: it says so' grep -q -- '--tasks PATH' err
run 65 bench described.yml -o described --tasks missing.tsv
run 0 bench described.yml -o sampled --tasks tasks.tsv --sample 1
check 'a sample of the given tasks' [ "$(sql sampled 'SELECT count(DISTINCT task) FROM result')" -eq 2 ]
run 0 bench described.yml -o sampled --tasks tasks.tsv --sample 1/2
check 'every second task of each family' [ "$(sql sampled 'SELECT family, count(DISTINCT task) FROM result GROUP BY 1' | tr '\n' ' ')" = 'one|2 two|3 ' ]
for wrong in 0 1/0 2/3 1/x -1; do run 65 bench described.yml -o sampled --tasks tasks.tsv --sample=$wrong; done
run 0 bench described.yml -o described --tasks tasks.tsv
run 0 bench --report described described.yml
check 'tables' same "$(grep -v '^20 s of processor time, 200 MiB' described/described.md)" 'All of it.


## One

| configuration | tasks | safe | unsafe | wrong | false alarms | unknown | score |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| fake | 9 | 2 | 2 | 1 | 1 | 4 | -10 |
| always | 9 | 6 | 0 | 3 | 0 | 0 | -84 |

The paper: had 7.
| family | tasks | fake safe | best safe |
| --- | ---: | ---: | ---: |
| one | 4 | 0 | 1 |
| two | 5 | 2 | 5 |
| all | 9 | 2 | 6 |

| solved by, and not by | fake | always |
| --- | ---: | ---: |
| fake | – | 0 |
| always | 4 | – |

| task | always verdict |
| --- | ---: |
| programs/broken.c | true |
| programs/died.c | true |
| programs/leaves.c | true |
| programs/silent.c | true |
| programs/status.c | true |

## Curves

![Curves](described-1.svg)

![Plot](described-2.svg)'
# A task that not all configurations have run is left out.
python3 -c 'import sqlite3; db = sqlite3.connect("described/results.db")
db.execute("DELETE FROM run WHERE task = (SELECT id FROM task WHERE name = ?) AND configuration = (SELECT min(id) FROM configuration)", ("programs/died.c",)); db.commit()'
run 0 bench --report described described.yml
check 'left out' grep -q '^20 s of processor time, .* Left out are 1 tasks' described/described.md
check 'left out of tables' grep -qx '| fake | 8 | 2 | 2 | 1 | 1 | 3 | -10 |' described/described.md
run 0 bench described.yml -o described --tasks tasks.tsv
run 0 bench --report described described.yml
plotted() { # FILE EXPRESSION: the expression holds of `paths`, the attributes d, and `titles`
  python3 -c 'import sys, xml.dom.minidom
root = xml.dom.minidom.parse(sys.argv[1])
paths = [p.getAttribute("d") for p in root.getElementsByTagName("path") if p.getAttribute("class") == "curve"]
titles = [t.firstChild.data.split(":")[0] for t in root.getElementsByTagName("title")][1:]
exit(not eval(sys.argv[2]))' "$1" "$2"; }
check 'curves have a point for each solved task' plotted described/described-1.svg '[p.count("L") + 1 for p in paths[::2]] == [4, 6]'
check 'points are tasks that one of two solves' plotted described/described-2.svg 'len(titles) == 8 and "programs/other.c" not in titles'

# refuse_table TEXT LINE
refuse_table() {
  printf 'tables:\n  - %s\n' "$2" >refused.yml
  run 65 bench --report described refused.yml
  check "the message says: $1" grep -qE -- "$1" err
}
refuse_table "refused.yml:2:.* no configuration 'x'" '{configurations: [x]}'
refuse_table "unknown key 'value'; did you mean 'values'" '{value: [safe]}'
refuse_table 'quantile or scatter' '{plot: pie}'
refuse_table 'two configurations' '{plot: scatter, configurations: [fake]}'
refuse_table 'with buckets' '{by: refinements}'
refuse_table 'without has solved_by' '{without: {seconds: 3}}'
printf 'name: x\n' >refused.yml
run 65 bench --report described refused.yml
check 'no tables' grep -q 'has no tables' err

# --- what is refused --------------------------------------------------------------------------------------------------------
# refuse STATUS TEXT LINE…: a campaign with these lines.
refuse() {
  local status=$1 text=$2
  campaign refused "${@:3}"
  run "$status" bench refused.yml -o refused
  check "the message says: $text" grep -qE -- "$text" err
  check 'nothing was made' [ ! -e refused ]
}
limits='limits: {wall: 5}'
symex='configurations: [{engine: symex}]'
refuse 65 "refused.yml:3:.*there is no 'simex'|refused.yml:3:.*simex" 'tasks: tasks.tsv' "$limits" 'configurations: [{engine: simex}]'
refuse 65 'refused.yml:3:.*--unwinding' 'tasks: tasks.tsv' "$limits" 'configurations: [{engine: symex, options: --unwinding 3}]'
refuse 65 'refused.yml:1:8: missing.tsv: there is no such file' 'tasks: missing.tsv' "$limits" "$symex"
refuse 65 'refused.yml:3:15: ' 'tasks: tasks.tsv' 'limits: {wall: 5' "$symex"
refuse 65 "refused.yml:2:1: unknown key 'limit'; did you mean 'limits'" 'tasks: tasks.tsv' 'limit: {wall: 5}' "$symex"
refuse 65 "unknown key 'cpus'; did you mean 'cpu'" 'tasks: tasks.tsv' 'limits: {cpus: 5}' "$symex"
refuse 65 'limit of time is missing' 'tasks: tasks.tsv' 'limits: {memory: 5}' "$symex"
refuse 65 'wall: a number' 'tasks: tasks.tsv' 'limits: {wall: -5}' "$symex"
refuse 65 'repetitions: a whole number' 'tasks: tasks.tsv' "$limits" 'repetitions: 1.5' "$symex"
refuse 65 'two configurations' 'tasks: tasks.tsv' "$limits" 'configurations: [{engine: symex}, {engine: symex}]'
refuse 65 'no \{fiel\}' 'tasks: tasks.tsv' "$limits" 'configurations: [{name: x, command: "./fake {fiel}"}]'
refuse 65 'has no \{file\}' 'tasks: tasks.tsv' "$limits" 'configurations: [{name: x, command: ./fake}]'
refuse 65 'no such program' 'tasks: tasks.tsv' "$limits" 'configurations: [{name: x, command: "./missing {file}"}]'
refuse 65 'no such program in PATH' 'tasks: tasks.tsv' "$limits" 'configurations: [{name: x, command: "no-such-verifier {file}"}]'
refuse 65 'not a regular expression' 'tasks: tasks.tsv' "$limits" 'configurations: [{name: x, command: "./fake {file}", rules: [{verdict: true, output: "("}]}]'
refuse 65 'verdict: true, false' 'tasks: tasks.tsv' "$limits" 'configurations: [{name: x, command: "./fake {file}", rules: [{verdict: maybe}]}]'
refuse 65 'jobs of' 'tasks: tasks.tsv' 'limits: {wall: 5, cores: 1}' 'jobs: 250' "$symex"
refuse 65 'no task is left' 'tasks: [{path: tasks.tsv, families: three}]' "$limits" "$symex"
printf 'file\tbits\nprograms/right.c\t33\n' >bad.tsv
refuse 65 "bad.tsv:2: bits are 32 or 64, not '33'" 'tasks: bad.tsv' "$limits" "$symex"
printf 'file\nprograms/gone.c\n' >bad.tsv
refuse 65 'bad.tsv:2: .*gone.c: No such file' 'tasks: bad.tsv' "$limits" "$symex"
run 65 bench missing.yml
run 64 bench
run 64 bench --frobnicate first.yml
run 64 bench first.yml --csv x.csv
run 65 bench first.yml --report first
run 64 bench --report first --jobs 2
run 64 bench first.yml --jobs many
run 65 bench --report missing
run 70 bench --report first --csv missing/file
run 0 bench --help
check 'help' grep -q -- '--forget NAME' out

# A configuration of the same name with other options; a database of another version; of another program; none at all.
sed 's/wall: 20/wall: 30/' first.yml >changed.yml
run 65 bench changed.yml -o first
check 'another configuration: both are shown' grep -q 'wall 30 s' err
run 0 bench changed.yml -o first --forget fake
python3 -c 'import sqlite3; sqlite3.connect("first/results.db").execute("PRAGMA user_version = 99")'
run 65 bench first.yml -o first
check 'another version' grep -q 'a database of version 99' err
run 65 bench --report first
mkdir foreign
python3 -c 'import sqlite3; sqlite3.connect("foreign/results.db").execute("CREATE TABLE t (x)")'
run 65 bench first.yml -o foreign
check 'another program' grep -q 'a database of another program' err
printf 'this is a text, and it is long enough to be looked at as a database is: a hundred bytes are the header of one\n' >foreign/results.db
run 65 bench first.yml -o foreign
check 'no database' grep -q 'no database of results' err
check 'it is not written over' grep -q 'this is a text' foreign/results.db

# A full disk: what was measured is kept, and the campaign goes on when there is space again.
if unshare -m true 2>/dev/null; then
  cat >full.sh <<END
set -e
mkdir -p small
mount -t tmpfs -o size=24m none small
("$clew" bench many.yml -o small/results >out 2>err & p=\$!; sleep 0.4; head -c 30000000 /dev/zero >small/filler 2>/dev/null; wait \$p; echo \$? >status) || true
rm small/filler
"$clew" bench many.yml -o small/results >out2 2>err2; echo \$? >status2
cp small/results/results.db small-results.db
END
  unshare -m bash full.sh
  check 'a full disk' [ "$(cat status)" -eq 65 ]
  check 'a full disk: it says so' grep -q 'the disk is full; what was measured until now is kept' err
  check 'a full disk: it goes on' [ "$(cat status2)" -eq 0 ]
  mkdir -p small-copy
  cp small-results.db small-copy/results.db
  check 'a full disk: nothing is lost, nothing twice' same "$(verdicts small-copy)" "$(verdicts stopped)"
else
  echo 'no full disk: mounts are not allowed here'
fi

finish
