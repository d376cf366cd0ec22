import { Option } from 'commander'
import { sentence } from '../../errors.ts'
import { newCommand } from '../new-command.ts'

/** The known word most similar to a misspelled one, as commander finds it for flags; undefined if none is similar. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const asFlag = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`
  const command = newCommand('')
  for (const name of known) command.addOption(new Option(asFlag(name)))
  try {
    command.parse([asFlag(word)], { from: 'user' })
    return known.find((name) => asFlag(name) === asFlag(word))
  } catch (error) {
    const meant = /Did you mean (?:one of )?(--[\w-]+)/.exec(sentence(error))?.[1]
    return known.find((name) => asFlag(name) === meant)
  }
}
