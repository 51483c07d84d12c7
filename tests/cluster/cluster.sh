# A private Slurm on this machine, for the shell that sources this file: munge, a controller and two nodes, "one" with
# the first processor and "two" with the second. It neither uses nor changes the system's Slurm, and needs no cgroups
# and no root: only the packages slurm-wlm and munge, and two processors.
#   start_cluster FOLDER   leaves SLURM_CONF in the environment
#   stop_cluster

cluster=

# munge refuses folders that others may write to, and such folders above its own.
start_cluster() {
  cluster=$(realpath "$1")
  local user host base
  user=$(id -un)
  host=$(hostname -s)
  base=$((20000 + $$ % 20000))
  mkdir -p "$cluster"/{munge,state,spool.one,spool.two,tmp.one,tmp.two}
  chmod 700 "$cluster/munge"
  dd if=/dev/urandom of="$cluster/munge/key" bs=128 count=1 status=none
  chmod 600 "$cluster/munge/key"
  munged --force --num-threads=2 --key-file="$cluster/munge/key" --socket="$cluster/munge/socket" \
    --pid-file="$cluster/munge/pid" --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed"
  cat >"$cluster/slurm.conf" <<EOF
ClusterName=descent
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
TmpFS=$cluster/tmp.%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=2,sched_interval=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SlurmdTimeout=10
KillWait=2
MinJobAge=600
JobRequeue=0
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 1)) CPUs=2 CpuSpecList=1 Features=first
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 2)) CPUs=2 CpuSpecList=0 Features=second
PartitionName=all Nodes=one,two Default=YES State=UP
EOF
  export SLURM_CONF=$cluster/slurm.conf
  slurmctld
  start_node one
  start_node two
  local waited=0
  until [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; do
    waited=$((waited + 1))
    [ "$waited" -lt 60 ] || { sinfo; tail "$cluster"/slurm*.log; return 1; }
    sleep 1
  done
}

start_node() {
  slurmd -N "$1"
}

# processes_of_node NAME: the processes of its jobs, and their supervisors.
processes_of_node() {
  local folder pid parent
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    tr '\0' '\n' 2>/dev/null <"$folder/environ" | grep -qx "SLURM_CONF=$SLURM_CONF" || continue
    tr '\0' '\n' 2>/dev/null <"$folder/environ" | grep -qx "SLURMD_NODENAME=$1" || continue
    parent=$(awk '$1 == "PPid:" { print $2 }' "$folder/status" 2>/dev/null) || continue
    if [ "$(cat "/proc/$parent/comm" 2>/dev/null)" = slurmstepd ]; then echo "$parent"; fi
    echo "$pid"
  done
}

# kill_node NAME: simulates a power failure.
kill_node() {
  local pids
  pids=$(processes_of_node "$1")
  kill -KILL "$(cat "$cluster/slurmd.$1.pid")" $pids 2>/dev/null || true
}

stop_cluster() {
  [ -n "$cluster" ] || return 0
  local file
  scancel --user="$(id -un)" 2>/dev/null || true
  for file in "$cluster"/slurmd.*.pid "$cluster/slurmctld.pid" "$cluster/munge/pid"; do
    if [ -f "$file" ]; then kill "$(cat "$file")" 2>/dev/null || true; fi
  done
}
