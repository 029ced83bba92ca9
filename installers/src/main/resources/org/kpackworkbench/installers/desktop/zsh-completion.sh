#compdef kpack-workbench
# zsh takes bash's functions: those that this package brings, wherever it was unpacked to.
autoload -U +X bashcompinit && bashcompinit
source "${${(%):-%x}:A:h}/../../bash-completion/completions/kpack-workbench"
