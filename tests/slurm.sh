#!/bin/bash
# `clew bench --slurm` with a real Slurm: four hosts on this machine, a controller and three nodes, of which one loses its daemon and one its power in the
# middle of a campaign, which ends as a local one does. tests/slurm.sh CLEW
#
# A host is a set of namespaces: network (a bridge joins them), host name, mounts, processes. All are below one namespace of processes, so that nothing is
# left behind however the test ends. Only root may do that.
if [ "$(id -u)" -ne 0 ]; then
  echo 'skipped: the hosts of this test are namespaces, which only root can make'
  echo '1 passed, 0 failed'
  exit
fi
clew=$(realpath "$1") || exit 1
PATH=$PATH:/usr/sbin:/sbin
if [ "$2" != --inside ]; then
  links=$(ip -o link | wc -l)
  timeout -k 5 "${CLEW_SLURM_SECONDS:-300}" \
    unshare --net --uts --mount --pid --ipc --fork --mount-proc --kill-child bash "$0" "$1" --inside
  status=$?
  [ "$(ip -o link | wc -l)" -eq "$links" ] || { echo 'FAILED: a network device is left behind'; status=1; }
  exit $status
fi
. "$(dirname "$0")/commands.sh"
sql() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1] + "/results.db").execute(sys.argv[2]): print(*row, sep="|")' "$1" "$2"; }
same() { [ "$1" = "$2" ] || { echo "    '$1' instead of '$2'"; return 1; }; }
verdicts() { sql "$1" "SELECT task, property, configuration, repetition, verdict, detail, correct FROM result ORDER BY 1, 2, 3, 4"; }
runs() { [ -f "$1/results.db" ] && sql "$1" 'SELECT count(*) FROM result' || echo 0; }
# until SECONDS COMMAND...: waits until it holds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

# --- the cluster --------------------------------------------------------------------------------------------------------
export SLURM_CONF=$work/slurm.conf
cat >slurm.conf <<END
ClusterName=clew
SlurmctldHost=head(10.66.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# How long a job that is queued again has to wait, too.
AuthInfo=cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SlurmdTimeout=5
MessageTimeout=4
KillWait=1
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
# The jobs of the other two have room on node1, which gets the fewest at first.
NodeName=node1 NodeAddr=10.66.0.11 CPUs=6 RealMemory=8000 Weight=9 State=UNKNOWN
NodeName=node[2-3] NodeAddr=10.66.0.[12-13] CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=work Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
mkdir state
head -c 128 /dev/urandom >key
chmod 400 key
# Each host has a /run of its own.
cat >host.sh <<'END'
mount -t tmpfs none /run && mkdir /run/munge
echo "$1" >/proc/sys/kernel/hostname
ip link set lo up
munged --key-file="$2/key" --socket=/run/munge/munge.socket.2 --pid-file=/run/munged.pid --log-file=/run/munged.log --seed-file=/run/munge.seed \
  >>"$2/munged.log" 2>&1
END
declare -A hosts
controller=
node() { # N
  unshare --net --uts --mount --pid --fork --mount-proc --kill-child bash -c '
    . "$2/host.sh"
    until ip link set "eth$3" up 2>/dev/null; do sleep 0.05; done
    ip address add "10.66.0.1$3/24" dev "eth$3"
    slurmd -D -N "$1" >"$2/$1.log" 2>&1 & echo $! >/run/slurmd-number
    sleep infinity' bash "node$1" "$work" "$1" >>"node$1.log" 2>&1 &
  local outer=$! inner
  until inner=$(pgrep -P $outer); do sleep 0.05; done
  hosts[$1]=$inner
  ip link add "bridge$1" type veth peer name "eth$1"
  until [ "$(readlink "/proc/$inner/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
  ip link set "eth$1" netns "$inner"
  ip link set "bridge$1" master bridge up
}
. ./host.sh head "$work"
ip link add bridge type bridge && ip address add 10.66.0.1/24 dev bridge && ip link set bridge up
check 'there are namespaces and a bridge' ip link show bridge >/dev/null
slurmctld -D >slurmctld.out 2>&1 &
controller=$!
for n in 1 2 3; do node $n; done
all_idle() { [ "$(sinfo -h -N -o %T 2>/dev/null | grep -c idle)" -eq 3 ]; }
check 'the nodes are there' until_true 60 all_idle

# --- a campaign ---------------------------------------------------------------------------------------------------------
# Half of the tasks of each shard wait until the nodes have failed.
cat >fake <<'END'
#!/bin/bash
while read -r _ what argument; do
  case $what in
    SAY) echo "$argument" ;;
    EXIT) exit "$argument" ;;
    WAIT) until [ -e "$argument" ]; do sleep 0.05; done ;;
  esac
done <"$1"
END
chmod +x fake
mkdir many
for ((i = 0; i < 48; i++)); do
  file=$(printf 'many/%03d.c' $i)
  [ $i -lt 24 ] || echo "// WAIT $work/gate" >"$file"
  case $((i % 3)) in
    0) echo '// SAY safe' ;;
    1) echo '// SAY bug: valid-free' ;;
    2) echo '// EXIT 7' ;;
  esac >>"$file"
done
cat >many.yml <<'END'
tasks: [{path: "{tasks}", expected: true}]
limits: {wall: 120, memory: 500, cores: 1}
configurations:
  - name: fake
    command: [./fake, "{file}"]
    rules: &rules
      - {verdict: true, output: "^safe$"}
      - {verdict: "false($1)", output: "^bug: ([a-z-]+)$"}
      - {verdict: "unknown(bound)", status: 7}
  - {name: again, command: [./fake, "{file}"], rules: [{verdict: true, output: "^safe$"}]}
END
sed -i 's/rules: &rules/rules:/' many.yml
touch gate
run 0 bench many.yml --tasks many -o alone --jobs 1
rm gate
check 'locally' [ "$(runs alone)" -eq 96 ]

run 0 bench many.yml --tasks many -o shared --slurm -p work --array 6
check 'it says what was submitted' grep -q 'makes 6 shards' out
run 65 bench many.yml --tasks many -o other --slurm -p nowhere
check 'what Slurm refuses is shown' grep -q 'invalid partition' err
# All six shards have made the runs that wait for nothing.
halfway() {
  local sum=0 s
  for s in shared/shards/*; do sum=$((sum + $(runs "$s"))); done
  [ $sum -ge 42 ]
}
check 'the shards are being made' until_true 60 halfway
nodes_at_work() { squeue -h -r -t R -o %N | sort -u | paste -sd' '; }
check 'on all nodes' same "$(nodes_at_work)" 'node1 node2 node3'
check 'nothing is merged yet' [ "$(runs shared)" -eq 0 ]

# node2 loses its daemon: its shards go on, and are begun once more elsewhere. node3 loses its power.
nsenter -t "${hosts[2]}" -m -p bash -c 'kill -9 "$(cat /run/slurmd-number)"'
kill -9 "${hosts[3]}"
down() { [ "$(sinfo -h -N -o %T | grep -c down)" -eq 2 ]; }
check 'Slurm gives up both nodes' until_true 90 down
on_one() { [ "$(squeue -h -r -t R -o %N | grep -c node1)" -eq 6 ]; }
check 'all shards run on the node that is left' until_true 60 on_one
check 'shards of node2 run twice' [ "$(nsenter -t "${hosts[2]}" -m -p pgrep -fc -- '--shard')" -ge 2 ]
touch gate
over() { [ -z "$(squeue -h)" ]; }
check 'it ends' until_true 90 over
check 'complete' [ "$(runs shared)" -eq 96 ]
check 'as locally' same "$(verdicts shared)" "$(verdicts alone)"
check 'jobs were queued again' grep -qi 'requeue' slurmctld.log
check 'several hosts took part' [ "$(sql shared 'SELECT count(DISTINCT host) >= 2 FROM machine')" = 1 ]
check 'outputs are there' [ "$(find shared/output -type f | wc -l)" -eq 96 ]
check 'the merging job says the table' grep -q '^fake  *48 ' shared/slurm/merge-*.txt
run 0 bench many.yml --tasks many -o shared --slurm -p work
check 'nothing is submitted again' grep -q 'all are done, nothing is submitted' out
# The files of this test are removed when nobody writes them any more.
kill -9 "${hosts[@]}" "$controller" 2>/dev/null
wait 2>/dev/null
[ "$failed" -eq 0 ] || tail -n 30 slurmctld.log node*.log slurmd-*.log shared/slurm/*.txt 2>&1 | tail -n 150
finish
