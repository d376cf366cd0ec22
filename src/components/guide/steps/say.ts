/** Tells beside a button what was done, for eyes and screen readers. */
export function say(button: HTMLElement, text = ''): void {
  const said = button.parentElement?.querySelector('[data-said]')
  if (said) said.textContent = text
}
