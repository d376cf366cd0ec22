import type { Command, Option } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The completion script of a shell for `benchbook`: its commands, and the flags of each. */
export const completionFor = (shell: Shell, commands: readonly Command[]): string => SCRIPTS[shell](commands)

const SCRIPTS: Record<Shell, (commands: readonly Command[]) => string> = { bash: inBash, zsh: inZsh, fish: inFish }

/** Other words than flags are left to the shell, which completes files. */
function inBash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name()}) flags='${flagsOf(command).map(flagOf).join(' ')}' ;;`)
  return `_benchbook() {
  local current=\${COMP_WORDS[COMP_CWORD]} flags=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map((command) => command.name()).join(' ')}' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  if [ "\${current#-}" != "$current" ]; then COMPREPLY=($(compgen -W "$flags" -- "$current")); fi
}
complete -o default -F _benchbook benchbook
`
}

function inZsh(commands: readonly Command[]): string {
  const names = commands.map((command) => `    ${quoted(`${command.name()}:${command.summary().replaceAll(':', '\\:')}`)}`)
  const flag = (option: Option) => quoted(`${flagOf(option)}[${escaped(option.description)}]${valueOf(option)}`)
  const cases = commands.map((command) => `    ${command.name()}) _arguments ${flagsOf(command).map(flag).join(' ')} '*:file:_files' ;;`)
  return `#compdef benchbook
_benchbook() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
compdef _benchbook benchbook
`
}

function inFish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c benchbook -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.summary())}`,
    ...flagsOf(command).map((option) => {
      const value = valueOf(option) ? ' -r' : ''
      const seen = `-n ${quoted(`__fish_seen_subcommand_from ${command.name()}`)}`
      return `complete -c benchbook ${seen} -l ${flagOf(option).slice(2)}${value} -d ${quoted(option.description)}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

const flagsOf = (command: Command): readonly Option[] => command.createHelp().visibleOptions(command)
const flagOf = ({ long }: Option): string => long ?? ''
/** Zsh's name for a value: a file or folder, or anything. */
function valueOf({ flags }: Option): string {
  const [, value] = /<([^<>]+)>/.exec(flags) ?? []
  if (value === undefined) return ''
  return /^(?:DIR|FILE)$/.test(value) ? `:${value}:_files` : `:${value}: `
}
const escaped = (text: string): string => text.replace(/[[\]\\:]/g, '\\$&')
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
