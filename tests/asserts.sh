# Sourced with $clew and the folder $work set: from here on $clew is the same, but where a command line of `verify` or `check` does not say what is
# checked it is assertions only. Most tests are about engines, inputs and reports, for which these are enough; tests/default.sh is about the default.
# shellcheck shell=bash
cat >"$work/clew-asserts" <<EOF
#!/bin/bash
case \$1 in
verify | check)
  before=
  for word; do
    case \$before,\$word in
    *,--check | *,--check=* | *,--property | *,--property=* | *,--help | *,-h) exec "$clew" "\$@" ;;
    -*,*) ;;
    *.cfa) exec "$clew" "\$@" ;; # it has the checks that were put into it
    *.yml) [ "\$1" = check ] || exec "$clew" "\$@" ;;
    esac
    before=\$word
  done
  exec "$clew" "\$1" --check assert "\${@:2}"
  ;;
esac
exec "$clew" "\$@"
EOF
chmod +x "$work/clew-asserts"
clew=$work/clew-asserts
