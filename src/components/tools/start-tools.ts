import { siteRoot } from '../../trusted/place.ts'
import { KeptTools } from './kept-tools.ts'

const mend = () => import('./repairable-guides.ts')

/** Initializes the tools page. The code that finds guides is loaded once a tool is selected or searched for. */
export function startTools(): void {
  const root = document.querySelector<HTMLElement>('[data-my-tools]')
  if (!root) return
  const kept = new KeptTools(new URL(siteRoot() ?? import.meta.env.BASE_URL, location.href).pathname)
  const boxes = (): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>('[data-tool]')]
  const show = (): void => {
    const { all } = kept
    for (const box of boxes()) box.checked = all.has(box.dataset.tool ?? '')
    if (all.size > 0 || root.dataset.shown) void mend().then(({ showGuides }) => showGuides(root, kept))
  }
  root.dataset.ready = 'true'
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.tool === undefined) return
    kept.turn(target.dataset.tool, target.checked)
    show()
  })
  root.querySelector('[data-find]')?.addEventListener('input', () => void mend().then(({ findTools }) => findTools(root, kept)))
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
  show()
}
