/**
 * Copies the cautions of each guide's steps to its front, with the step's number, shown on paper only: there they would be read too late.
 * Runs in a page: it must not use anything from outside.
 */
export function putCautionsInFront(root: Element): void {
  for (const guide of root.querySelectorAll('article.guide:not(:has(> .cautions))')) {
    const list = document.createElement('ul')
    list.className = 'lines cautions'
    for (const caution of guide.querySelectorAll('.step .mark-caution')) {
      const copy = caution.cloneNode(true) as Element
      for (const below of copy.querySelectorAll('.lines')) below.remove()
      const step = caution.closest('.step')?.querySelector('.step-title a')?.textContent.trim()
      const number = Object.assign(document.createElement('b'), { textContent: `${step}: ` })
      if (step) copy.querySelector('.line-text')?.prepend(number)
      list.append(copy)
    }
    if (list.children.length > 0) guide.querySelector('.steps-section')?.before(list)
  }
}
