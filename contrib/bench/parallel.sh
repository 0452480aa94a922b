#!/bin/bash
# A campaign on several machines by GNU parallel: contrib/bench/parallel.sh CAMPAIGN.yml RESULTS SHARDS [--sshlogin HOST,HOST…]
# All machines see the same folders, and run one shard each at a time. Stopped or failed, the same command goes on.
campaign=$(realpath "$1") results=$(realpath -m "$2") shards=$3
shift 3
parallel --jobs 1 --retries 3 "$@" clew bench --quiet --output "$results" --shard "{}/$shards" "$campaign" ::: $(seq "$shards")
exec clew bench "$campaign" --output "$results" --merge
