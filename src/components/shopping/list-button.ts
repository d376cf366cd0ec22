import { KeptList } from './kept-list.ts'
import { readGuide } from './read-guide.ts'
import { sitePath } from './site-path.ts'

/** A new one for each press: what the browser did not keep is not on the list, which another page shows. */
const keptList = (): KeptList => new KeptList(sitePath())

/** Puts the guide on the list, or takes it off; says which, or that the browser does not keep it. */
export function turnListed(guide: HTMLElement, button: HTMLButtonElement): string | undefined {
  const { list = '', well, ill, unable } = button.dataset
  const isOn = button.ariaPressed === 'true'
  const kept = keptList()
  if (isOn) kept.take(list)
  else kept.put(readGuide(guide, list))
  if (!kept.isKept) return unable
  show(button, !isOn)
  return isOn ? ill : well
}

/** Shows whether the guide is on the list; if it is, with what the guide needs by now. */
export function showListed(guide: HTMLElement): void {
  const button = guide.querySelector<HTMLButtonElement>('button[data-list]')
  const { list = '' } = button?.dataset ?? {}
  const isOn = keptList().guides.some(({ guideid }) => guideid === list)
  if (!button) return
  if (isOn) keptList().put(readGuide(guide, list))
  show(button, isOn)
}

function show(button: HTMLButtonElement, isOn: boolean): void {
  button.ariaPressed = String(isOn)
  button.parentElement?.querySelector('a[data-list]')?.toggleAttribute('hidden', !isOn)
}
