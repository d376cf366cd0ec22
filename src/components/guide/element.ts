/** An element with classes and text. */
export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = ''): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className, textContent: text })
}

/** A button with an action. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', '', text)
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}
