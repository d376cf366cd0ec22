import { type Places, WINDOWS } from './measure.ts'

export type Measured = Readonly<Record<keyof typeof WINDOWS, readonly Places[]>>

/** So many windows of a phone may stand before the first step of the median guide. */
export const WINDOWS_BEFORE_STEP = 1.5

const LABELS = { start: 'bottom of Start', strip: 'bottom of the strip of steps', step: 'top of step 1' }

/** The median, and the worst with its guide, for each window. */
export function tableOf(measured: Measured): string {
  const rows = (['phone', 'desktop'] as const).flatMap((window) => {
    const places = measured[window]
    const { width, height } = WINDOWS[window]
    return (['start', 'strip', 'step'] as const).map((what) => {
      const sorted = sortedBy(places, what)
      const worst = sorted.at(-1)
      const cells = [
        `${window} ${width} × ${height}`,
        LABELS[what],
        sorted.length,
        median(sorted),
        `${worst?.at ?? 0} (guide ${worst?.guide ?? '-'})`,
      ]
      return `| ${cells.join(' | ')} |`
    })
  })
  return ['| Window | What | Guides | Median, px | Worst, px |', '| --- | --- | ---: | ---: | ---: |', ...rows].join('\n')
}

/** Whether work can begin soon enough: see the help of the command. */
export function isSoon(measured: Measured): boolean {
  const inFirstWindow = (['phone', 'desktop'] as const).every((window) =>
    measured[window].every(({ start = 0, strip = 0 }) => Math.max(start, strip) <= WINDOWS[window].height),
  )
  return inFirstWindow && median(sortedBy(measured.phone, 'step')) <= WINDOWS_BEFORE_STEP * WINDOWS.phone.height
}

interface Row {
  guide: string
  at: number
}

/** The positions of one thing, the nearest first. */
export const sortedBy = (places: readonly Places[], what: 'start' | 'strip' | 'step'): Row[] =>
  places.flatMap(({ guide, [what]: at }) => (at === undefined ? [] : [{ guide, at: Math.round(at) }])).sort((a, b) => a.at - b.at)

export const median = (rows: readonly Row[]): number => rows[Math.floor(rows.length / 2)]?.at ?? 0
