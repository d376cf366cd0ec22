/** An element with its classes and text. */
export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = ''): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className, textContent: text })
}

/** A button that does something when it is pressed. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', '', text)
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}
