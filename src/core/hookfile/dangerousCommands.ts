const { raw } = String;

/**
 * The script of a hook that blocks shell commands which would erase the system, the person's home or a disk: a list for
 * people, and a small reader of shell commands. What takes too long to read is blocked; the time it takes grows with the text, not faster.
 */
export const dangerousCommands = raw`# What is blocked, one kind of command on each line: a program, and what has to be among its arguments, in any order.
#   -r      this letter, also among others: -rf, -fr
#   a|b     one of these
#   mkfs*   everything that begins so
#   ~       also $HOME, /home/NAME, /Users/NAME and /root; what is in a folder counts as the folder, so ~/* is ~
#   DISK    /dev/sda, /dev/nvme0n1p1 and the like; >DISK is what a command writes over one
list='
rm      -r|-R|--recursive  /                                                           # deletes everything
rm      -r|-R|--recursive  /bin|/boot|/dev|/etc|/home|/lib|/opt|/sbin|/srv|/usr|/var   # deletes a folder of the system
rm      -r|-R|--recursive  /Applications|/Library|/System|/Users                       # deletes a folder of the system
rm      -r|-R|--recursive  ~                                                           # deletes all of your files
rm      -r|-R|--recursive  ~/Desktop|~/Documents|~/Downloads|~/Pictures|~/.ssh         # deletes your documents
find    -delete            /|~                                                         # deletes what it finds anywhere
mkfs*   /dev/*|DISK                                                                    # formats a disk
wipefs  -a|--all           /dev/*|DISK                                                 # erases a disk
shred   /dev/*|DISK                                                                    # overwrites a disk
dd      if=/dev/zero                                                                   # writes zeros, usually over a disk
dd      of=DISK                                                                        # overwrites a disk
tee     DISK                                                                           # overwrites a disk
>DISK                                                                                  # overwrites a disk
'

block() {
  echo "Dangerous command blocked: $1" >&2
  exit 2
}

# Reads the command as a shell does: words, quotes, and several commands in one.
found=$(printf '%s\n' "$event" | list=$list LC_ALL=C awk '
  BEGIN {
    lines = split(ENVIRON["list"], line, "\n")
    for (i = 1; i <= lines; i++) {
      rule = line[i]
      sub(/#.*/, "", rule)
      if (rule !~ /[^ ]/) continue
      size[++rules] = split(rule, words, " ")
      for (k = 1; k <= size[rules]; k++) wanted[rules, k] = words[k]
      sub(/^[^#]*# */, "", line[i])
      about[rules] = line[i]
    }
  }
  length($0) > 200000 {
    print "is too long to be checked"
    exit
  }
  {
    # Out of the JSON come its texts: every second part between two quotes.
    gsub(/\\\\/, "\001")
    gsub(/\\"/, "\002")
    parts = split($0, part, "\"")
    for (p = 2; p <= parts; p += 2) {
      gsub(/\\r/, "", part[p])
      gsub(/\\n/, "\n", part[p])
      gsub(/\\t/, " ", part[p])
      gsub(/\002/, "\"", part[p])
      gsub(/\001/, "\\", part[p])
      todo[++last] = part[p]
    }
    # Quoted texts come behind the others as they are found.
    for (item = 1; item <= last; item++) look(todo[item])
  }
  function look(text,    at, end, c, quote, open, start) {
    end = length(text)
    start = 1
    here = ""
    for (at = 1; at <= end; at++) {
      c = substr(text, at, 1)
      if (c == "\\" && quote != "\047") at++
      else if (quote != "") {
        if (c != quote) continue
        quote = ""
        quoted(substr(text, open + 1, at - open - 1))
      } else if (c == "\"" || c == "\047") {
        quote = c
        open = at
      } else if (c ~ /[ \t\n;&|()${'`'}<>]/) {
        word(substr(text, start, at - start))
        start = at + 1
        if (c == ">") {
          start = at
          while (substr(text, at + 1, 1) ~ /[ \t>|&]/) at++
        } else if (c ~ /[\n;&|()${'`'}]/) command()
      }
    }
    if (quote != "") quoted(substr(text, open + 1))
    word(substr(text, start))
    command()
  }
  # A new command begins.
  function command() {
    if (before == "cd") here = "~"
    before = ""
    runs = 0
    split("", met)
  }
  # What is in quotes is a command behind -c, eval and ssh; elsewhere its first words are only words.
  function quoted(text) {
    if (!runs) sub(/^[^\n;&|(${'`'}]*/, "", text)
    if (text ~ /[^ ]/) todo[++last] = text
  }
  function word(text,    name, i, k, all) {
    gsub(/\\\n|[\\"\047{}]/, "", text)
    sub(/^>[ \t>|&]*/, ">", text)
    if (text == "") return
    if (text ~ /^(eval|ssh|-[a-z]*c)$/) runs = 1
    sub(/\/dev\/([shv]d|xvd|nvme|mmc|r?disk|mapper|md|dm).*/, "DISK", text)
    # /, //, /. and /* are the same, and so are ~ and ~/*; behind cd, so is *.
    if (sub(/\/[\/.*]*$/, "", text) && text == "") text = "/"
    sub(/^(\$HOME|\/root|\/(home|Users)\/[^\/]+)/, "~", text)
    if (before == "cd") here = text
    if (here != "" && text ~ /^[*.]$/) text = here
    before = text
    name = text
    sub(/.*\//, "", name)
    for (i = 1; i <= rules; i++) {
      if (fits(name, wanted[i, 1])) met[i, 1] = 1
      all = met[i, 1]
      for (k = 2; k <= size[i]; k++) {
        if (met[i, 1] && fits(text, wanted[i, k])) met[i, k] = 1
        if (!met[i, k]) all = 0
      }
      if (all) {
        print about[i]
        exit
      }
    }
  }
  function fits(text, any,    one, n, i) {
    if (text == any) return 1
    n = split(any, one, "|")
    for (i = 1; i <= n; i++) {
      if (text == one[i]) return 1
      if (one[i] ~ /[*]$/ && index(text, substr(one[i], 1, length(one[i]) - 1)) == 1) return 1
      if (one[i] ~ /^-[A-Za-z]$/ && text ~ /^-[A-Za-z]+$/ && index(text, substr(one[i], 2))) return 1
    }
    return 0
  }
') || block 'it could not be checked, since awk is missing.'
[ -z "$found" ] || block "it $found."
exit 0
`;
