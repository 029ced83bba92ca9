#!/bin/sh
# Starts Kpack Workbench on the Java runtime beside it: the window, or a command with words for the terminal.
program=$0
case $program in */*) ;; *) program=$(command -v -- "$program") ;; esac
while [ -L "$program" ]; do
  link=$(readlink "$program")
  case $link in
    /*) program=$link ;;
    *) program=${program%/*}/$link ;;
  esac
done
home=${program%/*}/..

# A log may have a gigabyte, and hashes are slow without the second compiler; the last option counts. What ran often when the cache
# was filled is compiled by the first compiler for good, unless its profiles are left alone.
second=
case "$*" in
  "resolve "*--log* | "extract "*--all* | *--kpm-sha256* | *tar.zst*)
    second="-XX:TieredStopAtLevel=4 -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining"
    ;;
esac

case ${1:-} in
  # Short work is over before a second compiler and collector threads have paid for themselves; what it makes is garbage at
  # once, and little memory that is used again is faster than much that is touched once.
  @COMMANDS@ | help | -h | --help | -V | --version | --json)
    cache=commands
    set -- @SHORT_OPTIONS@ $second @MAIN@ "$@"
    ;;
  # Pictures are made by the window's classes.
  render)
    cache=window
    set -- -XX:TieredStopAtLevel=1 -XX:+UseSerialGC @MAIN@ "$@"
    ;;
  # Native code does the work of these, outside of the heap, which stays small when it starts small.
  @NATIVE_COMMANDS@)
    cache=commands
    set -- @NATIVE_OPTIONS@ $second @MAIN@ "$@"
    ;;
  # Long work has to become fast, not only to start fast.
  @LONG_COMMANDS@)
    cache=commands
    set -- -XX:+UseSerialGC @MAIN@ "$@"
    ;;
  *)
    cache=window
    set -- @WINDOW_OPTIONS@ @MAIN@ "$@"
    ;;
esac

# Without a locale Java cannot name files that are not plain ASCII.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
  C | POSIX) export LC_ALL=C.UTF-8 ;;
esac
# Java takes the home folder from the list of users; people who set HOME mean HOME.
[ -z "${HOME:-}" ] || set -- "-Duser.home=$HOME" "$@"
# Options that were meant for other Java programs are not for this one.
unset JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH

# A Java that does not start ends with 1, which would say that something was found.
java=$home/runtime/bin/java
cannot() {
  echo "kpack-workbench: $*" >&2
  exit 2
}
[ -x "$java" ] || cannot "there is no Java runtime at $java; install the program again"
# Only options and limits keep it from starting; without them there is nothing to try, and a try takes as long as half a start.
# Properties do not, apart from those of Java itself.
may_not_start() {
  [ "$(ulimit -v)" = unlimited ] || return 0
  for option in ${KPACK_WORKBENCH_JAVA_OPTIONS:-}; do
    case $option in
      -Djava.* | -Djdk.* | -Dsun.*) return 0 ;;
      -D*) ;;
      *) return 0 ;;
    esac
  done
  return 1
}
if may_not_start; then
  said=$("$java" @OPTIONS@ ${KPACK_WORKBENCH_JAVA_OPTIONS:-} --dry-run "$@" 2>&1) || {
    printf '%s\n' "$said" >&2
    cannot "Java cannot start; check KPACK_WORKBENCH_JAVA_OPTIONS and ulimit -v"
  }
fi

# A cache that does not fit the runtime is passed over: the start is slower, and the warning goes to standard error.
exec "$java" \
  -Xlog:disable -Xlog:all=warning:stderr "-XX:AOTCache=$home/cache/$cache.aot" \
  @OPTIONS@ \
  ${KPACK_WORKBENCH_JAVA_OPTIONS:-} "$@"
