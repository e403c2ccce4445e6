#!/bin/sh
# beckon-relay 6
#
# What an agent runs as its hook command: forwards the event on standard input to the live windows of Beckon.
# docs/protocol.md is its contract. One script serves every program, and knows no event: `waits/<program>.<event>` says
# what an event waits for, and `env/<program>` which variables are told. Whatever happens, the agent sees exit code 0,
# and silence unless there is an answer. All an agent waits for is the first part: a plain sh, which on many systems
# starts in half the time of bash, and one fork. The rest is run by bash, in the background unless there is an answer to
# wait for. It is written for bash 3.2, which macOS has: no EPOCHREALTIME, no fractions of seconds, no `read -N`.
#
# -p keeps the caller's BASH_ENV, SHELLOPTS and exported functions out.
bash=/bin/bash
program=${0##*/}
case $0 in
  /*/*/*) home=${0%/*/*} ;;
  */*) home=${0%/*}/.. ;;
  *) home=.. ;;
esac

# What runs in the background gets an empty standard input from some shells, but not another descriptor.
leave_to_background() {
  # Without any, `exec` would end sh here with an error, which agents take for a no; behind `command` nothing does.
  command : 2>/dev/null 3<&0 || exec </dev/null
  exec 3<&0
  "$bash" -p "$0" beckon:work "$PPID" "$1" <&3 3<&- >/dev/null 2>&1 &
  exit 0
}

# Nearly every event ends here, before sh has read the rest.
[ "${1-}" = beckon:work ] || [ -e "$home/waits/$program.${1-}" ] || [ -e "$home/active/$program.${1-}" ] ||
  leave_to_background "${1-}"

if [ "${1-}" != beckon:work ]; then
  event=${1-} rule= from= rest= engine=
  [ ! -e "$home/active/$program.$event" ] || engine=1
  if [ -f "$home/waits/$program.$event" ] && [ -r "$home/waits/$program.$event" ]; then
    IFS=' ' read -r rule from rest <"$home/waits/$program.$event" || :
  fi
  case $rule in
    always | once) ;;
    run) [ -n "${BECKON_AGENT-}" ] || rule= ;;
    hooks)
      # Hooks that were made by hand have no marker yet. The engine makes those.
      rule= dir=
      # No range: in some locales it has more letters, and `eval` could not take those.
      case $from in '' | *[!ABCDEFGHIJKLMNOPQRSTUVWXYZ_]*) ;; *) eval "dir=\${$from-}" ;; esac
      dir=${dir:-$PWD}
      while [ -z "$engine" ] && [ -n "$dir" ]; do
        [ ! -d "$dir/.agents/hooks" ] || engine=1
        case $dir in */*) dir=${dir%/*} ;; *) dir= ;; esac
      done
      case ${XDG_CONFIG_HOME-} in /*) dir=$XDG_CONFIG_HOME ;; *) dir=${HOME-}/.config ;; esac
      [ ! -d "$dir/agents/hooks" ] || engine=1
      ;;
    *) rule= ;;
  esac
  [ -n "$rule$engine" ] || leave_to_background "$event"
  [ -x "$bash" ] || exit 0
  exec "$bash" -p "$0" beckon:work "$PPID" "$event" "$rule" "$engine" 2>/dev/null
fi

# POSIXLY_CORRECT keeps older versions from knowing <( ).
set +o posix
if [ "${part-}" != "$$ 1" ]; then
  exec 2>/dev/null
  us= waits= ppid=$2 event=$3 rule=${4-} engine=${5-}
  [ "${BASH_VERSINFO[0]}" -lt 5 ] || us=${EPOCHREALTIME/[.,]/}
  SECONDS=0
  [ -z "$rule" ] || waits=answer
  case $event in
    '' | [!A-Za-z0-9_]* | *[!A-Za-z0-9_.-]*) ;;
    *) [ -z "$engine" ] || [ ! -x "$home/bin/beckon" ] || waits=engine ;;
  esac
  # On a busy machine this process may have waited for its turn, while events are to be sorted by when they happened.
  # Linux knows when it was forked, in hundredths of a second.
  if [ -n "$us" ] && IFS=' .' read -r s cs rest </proc/uptime && IFS= read -r stat </proc/self/stat; then
    IFS=' ' read -r -a stat <<<"${stat##*) }"
    age=$((s * 100 + 10#$cs - stat[19]))
    [ "$age" -le 1 ] || [ "$age" -gt 300 ] || us=$((us - (age - 1) * 10000))
  fi
  # Job control makes the background process the first of a group, which can be ended as a whole. It reads the rest of
  # this file.
  set -m
  part="$$ 1"
  if [ -z "$waits" ]; then
    . "$home/bin/$program" 5<&0 </dev/null >/dev/null &
    exit 0
  fi
  # What an agent sends when the person answered elsewhere. The engine must be able to end what it started.
  [ "$waits" = engine ] && ending=TERM || ending=KILL
  group=
  trap 'kill -$ending -- "-${group:-$!}"; exit 0' TERM INT HUP
  . "$home/bin/$program" 5<&0 6>&1 </dev/null >/dev/null &
  group=$!
  wait "$group"
  exit 0
fi

wait_s=86000    # for an answer
reattach_s=30   # for a request to be held: at first, and again after the listener that held it went away
word_ms=2000    # for the first word of a listener about any other event
life_ms=2800    # of everything, when nothing is waited for
spare_s=30      # more, for what waits its turn on a busy machine: no event is lost for that
prune_every=64  # events that are spooled
body_limit=16777216
told='BECKON_AGENT TMUX_PANE TERM_PROGRAM TERM_SESSION_ID'
told_limit=1000  # characters of names of more
# Only a wait for a person is worth looking for another window.
[ "$rule" = always ] || reattach_s=0
spool_count=1000 spool_bytes=33554432 spool_bytes_each=1048576
version=$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))

# Runs as the first process of a group of its own: starts the work, and ends the whole group when the work is done or
# its time is up. The work holds the other end of a pipe, so its end is the end of the pipe, and no process has to
# sleep. A line in the pipe says that from now on an answer is waited for.
watch_over() {
  local word began tick status self=$BASHPID
  [ "$version" -ge 400 ] || self=$(exec /bin/sh -c 'echo "$PPID"')
  time_left
  exec 4< <(work)
  IFS= read -r -t "$life" -u 4 word
  status=$?
  # The time is up. Where all of the input has come, what is late is the machine and not the agent.
  while [ "$status" -gt 128 ] && [ "$SECONDS" -lt $((spare_s + reattach_s)) ] && read -t 0 <&5; do
    IFS= read -r -t 1 -u 4 word
    status=$?
  done
  if [ "$status" = 0 ]; then
    while began=$SECONDS; [ "$began" -lt "$wait_s" ]; do
      tick=$((wait_s - began))
      [ "$tick" -le 2 ] || tick=2
      IFS= read -r -t "$tick" -u 4 word
      # Not the end of the pipe but silence. Is there still someone to answer to?
      [ $((SECONDS - began)) -ge $((tick - 1)) ] && kill -0 "$$" || break
    done
  fi
  kill -KILL -- "-$self"
}

# How long everything may still live, and how long a listener has for its first word, as `read -t` takes it: from
# version 4 on it takes fractions.
time_left() {
  local ms=$((life_ms - SECONDS * 1000)) now
  if [ "$version" -ge 500 ]; then
    now=${EPOCHREALTIME/[.,]/}
    ms=$((life_ms - (now - us) / 1000))
  fi
  life=1 left=1
  [ "$version" -ge 400 ] || { [ "$ms" -lt 2000 ] || life=2; return; }
  [ "$ms" -ge 300 ] || ms=300
  printf -v life %d.%03d $((ms / 1000)) $((ms % 1000))
  # What is left after that is for the spool.
  ms=$((ms * 4 / 5))
  [ "$ms" -le "$word_ms" ] || ms=$word_ms
  printf -v left %d.%03d $((ms / 1000)) $((ms % 1000))
}

# Reads standard input, finds out who takes the event, and spools what nobody took.
work() {
  local path_was=$PATH locale_was=${LC_ALL-} patience=
  unset -v TMOUT body id at fields taken held answers line i answer port token proof pid speaks
  PATH=/usr/bin:/bin:$PATH LC_ALL=C
  # NUL bytes, which no JSON has, are lost.
  if [ "$version" -ge 500 ]; then
    IFS= read -r -N "$body_limit" body <&5
  else
    # A builtin of these versions reads byte by byte. The dot keeps the line ends that $( ) would cut off.
    body=$(cat <&5; printf .)
    body=${body%.}
  fi
  exec 5<&-
  make_id
  if [ "$waits" = engine ]; then
    patient
    ask_engine && return
    [ -n "$rule" ] || waits=
  fi
  make_fields
  [ -n "$patience" ] || time_left
  [ "$version" -lt 400 ] || [ "$reattach_s" = 0 ] || left=$reattach_s
  # Whoever took it has to hear that nobody holds it any more: the agent asks in its own terminal now.
  deliver || [ "$rule" != once ] || taken=
  [ -n "$taken" ] || spool
}

# From now on an answer is waited for: the guard hears of it, and a listener gets all the time it may take.
patient() {
  [ -n "$patience" ] || echo
  patience=1 left=1
  [ "$version" -lt 400 ] || left=$((word_ms / 1000))
}

# A random id. The microseconds come first, so that names in the spool sort by time within a millisecond.
make_id() {
  local number word
  at=${us:0:13}
  id=${us:13:3}
  for number in 1 2 3 4 5 6 7; do
    word=$RANDOM
    [ "$version" -lt 501 ] || word=$SRANDOM
    printf -v word %04x "$((word & 65535))"
    id=$id$word
  done
  printf -v word %x "$$"
  id=$id$word
}

# Lets the engine answer, which then forwards the event itself; fails where it could not.
ask_engine() {
  answer=$(
    printf %s "$body" | (
      PATH=$path_was
      if [ -n "$locale_was" ]; then LC_ALL=$locale_was; else unset -v LC_ALL; fi
      BECKON_HOME=$home BECKON_RELAY="$program $id ${at:-0} $ppid" exec "$home/bin/beckon" agent hook "$event" 6>&-
    )
    printf ' %s' "${PIPESTATUS[1]}"
  )
  [ "${answer##* }" = 0 ] && printf %s "${answer% *}" >&6
}

make_fields() {
  local name names value env= crlf=$'\r\n' encoded
  names=()
  [ ! -f "$home/env/$program" ] || IFS=' ' read -r -n "$told_limit" -a names <"$home/env/$program"
  for name in $told "${names[@]}"; do
    # Any other name might make bash run something.
    case $name in [0-9]* | *[!A-Z0-9_]*) continue ;; esac
    value=${!name}
    [ -n "$value" ] && [ "${#value}" -le 1000 ] || continue
    encode "$value"
    env=$env${env:+&}$name=$encoded
  done
  encode "$program"
  fields="Beckon-Protocol: 1${crlf}Beckon-Program: $encoded$crlf"
  encode "$event"
  fields=${fields}"Beckon-Event: $encoded${crlf}Beckon-Event-Id: $id$crlf"
  [ -z "$at" ] || fields=${fields}"Beckon-At: $at$crlf"
  fields=${fields}"Beckon-Ppid: $ppid${crlf}Beckon-Env: $env$crlf"
  fields=${fields}"Content-Type: application/json${crlf}Content-Length: ${#body}$crlf"
}

# Percent-encodes $1 into $encoded.
encode() {
  local i char code
  encoded=$1
  case $1 in *[!A-Za-z0-9._~-]*) ;; *) return ;; esac
  encoded=
  for ((i = 0; i < ${#1}; i++)); do
    char=${1:i:1}
    case $char in
      [A-Za-z0-9._~-]) ;;
      *)
        printf -v code %d "'$char"
        printf -v char %%%02X "$((code & 255))"
        ;;
    esac
    encoded=$encoded$char
  done
}

# Posts to every live listener until whoever holds the request has settled it, or fails; sets `taken` if one took it.
deliver() {
  local broke=
  while :; do
    taken= held=0 unable= answers=()
    # A window that has just come back may be slow, and to hang up on it would tell it that the request is over.
    [ -z "$broke" ] || left=$((broke + reattach_s - SECONDS))
    # The pause may have lasted past the end; `read` takes no time below zero, and one of zero does not wait.
    case $left in 0 | -*) left=1 ;; esac
    exec 4< <(post_all)
    hear && return
    [ "$held" = gone ] && broke=$SECONDS
    exec 4<&-
    # Counted from the break: the wait before it may have been long. No pause lasts past the end.
    [ -n "$broke" ] && [ $((SECONDS - broke + 1)) -lt "$reattach_s" ] && kill -0 "$$" || return
    sleep 0.5 || sleep 1
  done
}

# Listens to what the posts report. Succeeds when everything is settled; `held` is `gone` when a holder went away, or
# could not hold.
hear() {
  while if [ "$held" = 0 ]; then IFS= read -r -t "$left" -u 4 line; else IFS= read -r -u 4 line; fi; do
    i=${line%% *}
    line=${line#* }
    case $line in
      taken) taken=1 ;;
      held)
        taken=1 held=$((held + 1))
        patient
        ;;
      gone)
        held=$((held - 1))
        [ "$held" = 0 ] && held=gone && return 1
        ;;
      unable) taken=1 unable=1 ;;
      settled) return 0 ;;
      part*) answers[i]=${answers[i]}${line#part } ;;
      whole)
        printf %s "${answers[i]//$'\002'/$'\n'}" >&6
        return 0
        ;;
    esac
  done
  # Whoever should have held it can ask nobody, and has said so in its file: now it is another's.
  [ -n "$unable" ] && [ "$held" = 0 ] && held=gone && patient
  return 1
}

# The token is in no argument and no environment: nothing but builtins from here on.
post_all() {
  local file i=0
  for file in "$home"/windows/*; do
    [ -f "$file" ] || continue
    port= token= proof= pid= speaks=
    IFS=' ' read -r port token proof pid speaks <"$file"
    case $port$pid$speaks in '' | *[!0-9]*) continue ;; esac
    [ "${#token}" -ge 8 ] && [ "${#proof}" -ge 8 ] && [ -n "$speaks" ] && kill -0 "$pid" || continue
    i=$((i + 1))
    post &
  done
}

# Posts to one listener and reports what it says, one line each, short enough to be written whole.
post() {
  local head="POST /v1/events HTTP/1.1"$'\r\n'"Host: 127.0.0.1:$port"$'\r\n'"Authorization: Bearer $token"$'\r\n'
  local held= status shown length answer
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return
  printf %s%s%s%s "$head" "$fields" "${waits:+Beckon-Wait: 1$'\r\n'}Connection: close"$'\r\n\r\n' "$body" >&3
  while IFS= read -r -u 3 status; do
    case $status in
      'HTTP/1.'[01]' 204'*)
        read_head
        [ "$shown" = "$proof" ] || break
        report "${held:+settled}" taken
        return
        ;;
      'HTTP/1.'[01]' 102'*)
        read_head
        if [ -n "$waits" ] && [ -z "$held" ] && [ "$shown" = "$proof" ]; then held=1; report held; fi
        ;;
      'HTTP/1.'[01]' 503'*)
        read_head
        [ -z "$waits" ] || [ -n "$held" ] || [ "$shown" != "$proof" ] || report unable
        break
        ;;
      'HTTP/1.'[01]' 200'*)
        read_head
        [ "$shown" = "$proof" ] || break
        [ -n "$waits" ] || { report taken; return; }
        answer=
        [ "$length" = 0 ] || IFS= read -r -d '' -n "$length" -u 3 answer
        [ "${#answer}" = "$length" ] || break
        report taken
        answer=${answer//$'\n'/$'\002'}
        while [ -n "$answer" ]; do
          report "part ${answer:0:400}"
          answer=${answer:400}
        done
        report whole
        return
        ;;
      *) break ;;
    esac
  done
  if [ -n "$held" ]; then
    report gone
  elif [ -n "$waits" ] && ! { [ -f "$file" ] && kill -0 "$pid"; }; then
    # It went away before it could say that it holds the request.
    report unable
  fi
}

report() {
  [ -n "$1" ] || shift
  printf '%s %s\n' "$i" "$1"
}

# Reads the rest of a response's head into `shown` and `length`.
read_head() {
  local line
  shown= length=0
  while IFS= read -r -u 3 line && line=${line%$'\r'} && [ -n "$line" ]; do
    case $line in
      [Bb]eckon-[Pp]roof:*) shown=${line#*:} shown=${shown# } ;;
      [Cc]ontent-[Ll]ength:*) length=${line#*:} length=${length# } ;;
    esac
  done
  case $length in '' | *[!0-9]* | ????????*) length=0 ;; esac
}

# Keeps the event for the next window, and the spool within its bounds: the oldest go first.
spool() {
  local dir=$home/spool name=$at text
  text="POST /v1/events HTTP/1.1"$'\r\n'"Host: 127.0.0.1"$'\r\n'"$fields"$'\r\n'"$body"
  [ "${#text}" -le "$spool_bytes_each" ] || return
  [ -n "$name" ] || name=$(perl -MTime::HiRes=time -e 'printf "%d", time * 1000' || date +%s000)
  umask 077
  [ -d "$dir" ] || mkdir -p "$dir" || return
  if printf %s "$text" >"$dir/.$name-$id" && mv -f "$dir/.$name-$id" "$dir/$name-$id"; then
    [ $((16#${id:3:4} % prune_every)) != 0 ] || prune "$dir"
  else
    rm -f "$dir/.$name-$id"
  fi
}

prune() {
  local files sum=0 size rest
  files=("$1"/[0-9]*)
  if [ "${#files[@]}" -gt "$spool_count" ]; then
    rm -f "${files[@]:0:${#files[@]} - spool_count}"
    files=("$1"/[0-9]*)
  fi
  # So few cannot be too much.
  [ "${#files[@]}" -gt $((spool_bytes / spool_bytes_each)) ] || return
  while read -r rest rest rest rest size rest; do sum=$((sum + size)); done < <(ls -ln "${files[@]}")
  for rest in "${files[@]}"; do
    [ "$sum" -gt "$spool_bytes" ] || return
    size=$(wc -c <"$rest") && rm -f "$rest" && sum=$((sum - size))
  done
}

watch_over
