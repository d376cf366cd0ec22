/** Shares the page's address, or copies it where the browser shares nothing; returns the message about the result, if any. */
export async function share({ dataset }: HTMLButtonElement): Promise<string | undefined> {
  const url = location.href
  if ('share' in navigator) {
    // The person may close the dialog.
    await navigator.share({ title: document.title, url }).catch(() => undefined)
    return undefined
  }
  return (await copyText(url)) ? dataset.well : url
}

/** False where the browser does not allow it: on http, for example. */
export async function copyText(text: string): Promise<boolean> {
  if (!isSecureContext) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** Saves a file that was made in the page. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Browsers that ask where to save the file read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
