/** The language of an element, as the page says it. */
export const langOf = (part: Element): string =>
  part.querySelector<HTMLElement>(':scope > [lang]')?.lang || part.closest<HTMLElement>('[lang]')?.lang || ''
