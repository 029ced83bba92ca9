# bash completion for kpack-workbench, made of the command line's own description. Starts nothing.

_kpack_workbench() {
  local cur=${COMP_WORDS[COMP_CWORD]} option='' command='' kind='' prefix='' plain word i
  local -a words=()
  COMPREPLY=()

  if ((COMP_CWORD > 1)); then
    case ${COMP_WORDS[1]} in
      @COMMAND_PATTERN@) command=${COMP_WORDS[1]} ;;
      help) ((COMP_CWORD > 2)) || kind=words words=(@COMMANDS@) ;;
    esac
  fi

  # The option whose value this is: as --option VALUE, or --option=VALUE, which bash usually makes three words of.
  if ((COMP_CWORD > 1)); then
    if [[ $cur == --*=* ]]; then
      option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
    elif [[ $cur == '=' ]]; then
      option=${COMP_WORDS[COMP_CWORD - 1]} cur=''
    elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
      option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $cur != -* ]]; then
      option=${COMP_WORDS[COMP_CWORD - 1]}
      # Some take several words.
      for ((i = COMP_CWORD - 1; i > 1; i--)); do
        [[ ${COMP_WORDS[i]} == -* ]] && break
      done
      case $command:${COMP_WORDS[i]} in
        @SEVERAL@) option=${COMP_WORDS[i]} ;;
      esac
    fi
  fi

  case $command:$option in
@VALUES@
  esac

  if [[ -z $kind && $cur == -* ]]; then
    kind=words
    case $command in
@OPTIONS@
    esac
  elif [[ -z $kind ]] && ((COMP_CWORD == 1)); then
    kind=first words=(@COMMANDS@ help)
  fi

  case $kind in
    nothing) compopt +o default +o bashdefault 2>/dev/null ;;
    folders) compopt +o default +o bashdefault -o dirnames 2>/dev/null ;;
    words | list | first)
      [[ $kind == first ]] || compopt +o default +o bashdefault 2>/dev/null
      if [[ $kind == list && $cur == *,* ]]; then
        prefix+=${cur%,*}, cur=${cur##*,}
      fi
      plain=${cur//[\\\'\"]/}
      for word in "${words[@]}"; do
        if [[ $word == "$plain"* ]]; then
          # In quotes words stay as they are, else blanks are escaped.
          [[ $cur == [\'\"]* ]] || printf -v word %q "$word"
          COMPREPLY+=("$prefix$word")
        fi
      done
      if [[ $kind == first ]]; then
        # The window opens files.
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
          COMPREPLY+=("$word")
        done < <(compgen -f -- "$cur")
      fi
      ;;
    # Names of files are completed by bash itself.
    *) ;;
  esac
}

complete -o default -o bashdefault -F _kpack_workbench kpack-workbench
