/** What a file did to the browser that opened it. */
export interface Seen {
  /** The address of what is shown in the end; undefined for what is downloaded. */
  url: string | undefined
  /** Messages that were shown. */
  dialogs: string[]
}

/** A browser that opens files by themselves, several at once. */
export interface Opener {
  /** How many {@link Opener.open} may be under way. */
  atOnce: number
  /** Opens an address, clicks on what is shown unless it is a page of ours, and waits for what that sets off. */
  open: (url: string, isClicked: boolean) => Promise<Seen>
  close: () => Promise<void>
}

/** For what acts once it has been loaded. */
export const SETTLE_MS = 100
/** Where a click meets a small picture and a text. */
export const CLICK = { x: 30, y: 30 }
export const OPEN_TIMEOUT_MS = 30_000
