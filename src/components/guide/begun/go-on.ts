import { nameOfPage } from '../../../trusted/place.ts'
import { begunGuides, keepBegun } from './begun-guides.ts'

/** Offers the guide that was begun last on this device, on a category's page the last one of it. */
export function offerBegun(bar: HTMLElement): void {
  const { says = '', notNow = '', goOn } = bar.dataset
  const here = nameOfPage(location.pathname)
  const guide = begunGuides().find(({ above }) => goOn === 'all' || above.includes(here))
  if (!guide) return
  const [said, link, button] = [document.createElement('span'), document.createElement('a'), document.createElement('button')]
  said.textContent = says
  // Others who share the host may have written the path: it leads nowhere else.
  Object.assign(link, { href: location.href, search: '', pathname: guide.path, hash: guide.hash })
  link.textContent = `${guide.title} · ${guide.step}`
  Object.assign(button, { type: 'button', textContent: notNow })
  button.addEventListener('click', () => {
    keepBegun(guide.path)
    bar.hidden = true
  })
  bar.replaceChildren(said, link, button)
  bar.hidden = false
}
