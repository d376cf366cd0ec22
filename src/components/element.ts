/** An element with classes and text. */
export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = ''): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className, textContent: text })
}

/** A button with an action. */
export function button(text: string, act: () => unknown, className = ''): HTMLButtonElement {
  const made = element('button', className, text)
  made.type = 'button'
  made.addEventListener('click', () => void act())
  return made
}
