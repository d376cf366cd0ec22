import { ownTools } from './own-tools.ts'

const mend = () => import('./repairable-guides.ts')
const root = document.querySelector<HTMLElement>('[data-my-tools]')

/** Initializes the tools page. The code that finds guides is loaded once a tool is selected or searched for. */
function startTools(page: HTMLElement): void {
  const { all: kept, turn } = ownTools()
  const show = (): void => {
    const tools = kept()
    for (const box of page.querySelectorAll<HTMLInputElement>('[data-tool]')) box.checked = tools.has(box.dataset.tool ?? '')
    if (tools.size > 0 || page.dataset.shown) void mend().then(({ finderIn }) => finderIn(page, kept).showGuides())
  }
  page.dataset.ready = 'true'
  page.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.tool === undefined) return
    turn(target.dataset.tool, target.checked)
    show()
  })
  const onTools = (what: string, event: string, act: 'findTools' | 'showTools'): void =>
    page.querySelector(what)?.addEventListener(event, () => void mend().then(({ finderIn }) => finderIn(page, kept)[act]()))
  onTools('[data-find]', 'input', 'findTools')
  onTools('[data-all]', 'click', 'showTools')
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
  show()
}

if (root) startTools(root)
