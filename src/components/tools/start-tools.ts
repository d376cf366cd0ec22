import { siteRoot } from '../../trusted/place.ts'

const mend = () => import('./repairable-guides.ts')
const root = document.querySelector<HTMLElement>('[data-my-tools]')

/** Initializes the tools page. The code that finds guides is loaded once a tool is selected or searched for. */
function startTools(page: HTMLElement): void {
  const key = `tools ${new URL(siteRoot() ?? import.meta.env.BASE_URL, location.href).pathname}`
  /** The fallback if the browser allows no storage: valid until the page is left. */
  let memory: string[] = []
  /** The person's tools, stored on this device only. Read each time: the page may be open in two windows. */
  const kept = (): ReadonlySet<string> => {
    try {
      const tools: unknown = JSON.parse(localStorage.getItem(key) ?? '')
      return new Set(Array.isArray(tools) ? tools.filter((tool): tool is string => typeof tool === 'string') : [])
    } catch {
      return new Set(memory) // Storage denied, empty, or written by another site on the host.
    }
  }
  const turn = (tool: string, on: boolean): void => {
    const others = [...kept()].filter((other) => other !== tool)
    memory = on ? [...others, tool] : others
    try {
      localStorage.setItem(key, JSON.stringify(memory))
    } catch {
      // Storage denied or full: kept in memory.
    }
  }
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
  page.querySelector('[data-find]')?.addEventListener('input', () => void mend().then(({ finderIn }) => finderIn(page, kept).findTools()))
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
  show()
}

if (root) startTools(root)
