/** The language of an element according to the page. */
export const langOf = (part: Element): string =>
  part.querySelector<HTMLElement>(':scope > [lang]')?.lang || part.closest<HTMLElement>('[lang]')?.lang || ''
