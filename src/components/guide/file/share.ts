/** Shares the page's address, or copies it where the browser shares nothing; returns the message about the result, if any. */
export async function share({ dataset }: HTMLButtonElement): Promise<string | undefined> {
  const url = location.href
  if ('share' in navigator) {
    // The person may close the dialog.
    await navigator.share({ title: document.title, url }).catch(() => undefined)
    return undefined
  }
  // Browsers allow clipboard access on https only.
  const copied = isSecureContext && (await writeText(url))
  return copied ? dataset.well : url
}

const writeText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
