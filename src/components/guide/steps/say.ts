/** Shows next to a button what was done, visibly and for screen readers. */
export function say(button: HTMLElement, text = ''): void {
  const said = button.parentElement?.querySelector('[data-said]')
  if (said) said.textContent = text
}
