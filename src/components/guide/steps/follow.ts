import type { Step } from './steps.ts'

/** Calls back with the step being read: the one that crosses a line slightly above the window's middle. */
export function followReader(steps: readonly Step[], reached: (step: Step) => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
      const step = entry && steps.find(({ element }) => element === entry.target)
      if (step) reached(step)
    },
    { rootMargin: '-40% 0px -59% 0px' },
  )
  for (const { element } of steps) observer.observe(element)
}

/** Marks a step in the table of steps, and scrolls it into view. */
export function markInTable(steps: readonly Step[], step: Step): void {
  for (const { link } of steps) link.removeAttribute('aria-current')
  step.link.setAttribute('aria-current', 'step')
  const row = step.link.closest('ol')
  if (!row) return
  const [seen, place] = [row.getBoundingClientRect(), step.link.getBoundingClientRect()]
  row.scrollBy({ left: place.left + place.width / 2 - seen.left - seen.width / 2, top: place.top - seen.top - seen.height / 2 })
}
