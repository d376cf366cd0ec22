import { sitePath } from '../shopping/site-path.ts'
import { KeptTools } from './kept-tools.ts'

const mend = () => import('./mend.ts')

/** Brings the page of tools to life. What finds guides, or tools, is loaded once somebody asks for it. */
export function startTools(): void {
  const root = document.querySelector<HTMLElement>('[data-my-tools]')
  if (!root) return
  const kept = new KeptTools(sitePath())
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
  root
    .querySelector('[data-find]')
    ?.addEventListener('input', () => void import('./find-tools.ts').then(({ findTools }) => findTools(root, kept)))
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
  show()
}
