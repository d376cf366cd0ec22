import { channel } from 'node:diagnostics_channel'
import { inFlags } from './flags.ts'

const REDRAW_MS = 100
const LINE_EVERY_MS = 10_000
const TELL_EVERY_MS = 1000
/** Gets the line, whatever is shown: for a worker that runs the command (`src/queue/command-process.ts`). */
const LINES = channel('benchbook:line')
const COLUMNS = 80
const CLEAR_BELOW = '\x1b[J'

/** The part of a stream that is used. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { rows?: number } & { write: (text: string) => boolean }

/** A display of running work. */
export interface View {
  /** One line, for a log, and for a terminal unless there is a block. */
  line: () => string
  /** For a terminal: a block that is redrawn in place. */
  block?: () => string[]
}

export interface Live {
  /** Prints a permanent line. */
  note: (line: string) => void
  /** Ends the view; a terminal keeps its last state. */
  stop: () => void
}

/** Shows work on stderr: live on a terminal, a line every ten seconds elsewhere, nothing when `silent`. */
export function showLive({ line, block = () => [line()] }: View, silent: boolean, stream: Stream = process.stderr): Live {
  const telling = LINES.hasSubscribers ? setInterval(() => LINES.publish(line()), TELL_EVERY_MS) : undefined
  if (silent) return { note: () => undefined, stop: () => clearInterval(telling) }
  if (!stream.isTTY) {
    const timer = setInterval(() => stream.write(`${line()}\n`), LINE_EVERY_MS)
    return { note: (text) => stream.write(`${inFlags(text)}\n`), stop: () => clearInterval(timer) }
  }
  let drawn = 0
  const clear = () => (drawn > 0 ? `\x1b[${drawn}F${CLEAR_BELOW}` : '')
  const draw = (above = '') => {
    // Some terminals have no size.
    const lines = fitting(block(), stream.rows || undefined).map((text) => text.slice(0, (stream.columns || COLUMNS) - 1))
    stream.write(clear() + above + lines.map((text) => `${text}\n`).join(''))
    drawn = lines.length
  }
  const timer = setInterval(draw, REDRAW_MS)
  const stop = () => {
    clearInterval(timer)
    draw()
  }
  return { note: (text) => draw(`${inFlags(text)}\n`), stop }
}

/** The lines that fit on a screen: one that scrolls cannot be redrawn in place. */
function fitting(lines: string[], rows = Infinity): string[] {
  if (lines.length < rows) return lines
  const shown = lines.slice(0, Math.max(0, rows - 2))
  return [...shown, `… and ${lines.length - shown.length} more lines`]
}
