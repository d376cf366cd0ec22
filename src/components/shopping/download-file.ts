/** Has the browser save a file that was made in the page. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Browsers that ask where to put it read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
