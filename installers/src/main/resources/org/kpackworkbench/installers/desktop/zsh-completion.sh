#compdef kpack-workbench
# zsh completion for kpack-workbench, made of the command line's own description. Starts nothing.

_kpack-workbench_commands() {
  local -a commands
  commands=(
@DESCRIBED@
    'help:the help of a command'
  )
  _describe -t commands command commands
}

_kpack-workbench() {
  local curcontext=$curcontext
  if (( CURRENT == 2 )); then
    if [[ $words[2] == -* ]]; then
      _arguments -S@PROGRAM@
    else
      _alternative 'commands:command:_kpack-workbench_commands' 'files:file:_files'
    fi
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    help) (( CURRENT > 2 )) || _kpack-workbench_commands ;;
@CASES@
    *) _files ;;
  esac
}

_kpack-workbench "$@"
