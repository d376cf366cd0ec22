import { turnListed } from '../../shopping/list-button.ts'
import { copy, print } from './shopping.ts'
import { say } from './say.ts'

export { showListed } from '../../shopping/list-button.ts'
export { fill } from './prerequisite.ts'

/** Does what a button of a guide asks for, and says beside it what became of it. */
export async function answer(guide: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const { ask } = button.dataset
  if (ask === 'list') say(button, turnListed(guide, button))
  else if (ask === 'copy') say(button, await copy(guide, button))
  else if (ask === 'print') {
    say(button)
    print(guide)
  }
  // On a disk, and in a file, nothing can be fetched: scripts there have nothing of it.
  else if (!import.meta.env.RELATIVE_LINKS)
    await import('../file/save.ts').then(
      ({ save }) => save(button),
      () => say(button, button.dataset.ill),
    )
}
