/** A browser that opens files by themselves, several at once. */
export interface Opener {
  /** The maximum number of concurrent {@link Opener.open}. */
  atOnce: number
  /**
   * Opens an address, clicks on what is shown unless it is a page of ours, and waits for the effects: the address finally shown, undefined for
   * a download, and the messages.
   */
  open: (url: string, isClicked: boolean) => Promise<{ url: string | undefined; dialogs: string[] }>
  close: () => Promise<void>
}

/** For anything that acts once it has been loaded. */
export const SETTLE_MS = 100
/** Where a click hits a small picture and a text. */
export const CLICK = { x: 30, y: 30 }
export const OPEN_TIMEOUT_MS = 30_000
