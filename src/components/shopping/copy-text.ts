/** Copies a text. Browsers give the clipboard to pages of https only: on a workshop's own server what shows it is selected, and the person copies it. */
export async function copyText(text: string, shown: Element | null): Promise<boolean> {
  const copied =
    isSecureContext &&
    (await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    ))
  if (!copied && shown) getSelection()?.selectAllChildren(shown)
  return copied
}
