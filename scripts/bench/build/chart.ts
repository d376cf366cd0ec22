/** A horizontal bar for each figure. */
export interface Bar {
  name: string
  value: number
}

const [WIDTH, LEFT, ROW, GAP] = [720, 220, 22, 34]
const VALUE_WIDTH = 90

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * A bar chart as SVG, readable on light and on dark pages: a group of bars for each heading, each group to its own scale. `unit` stands behind
 * the values.
 */
export function barChart(title: string, groups: readonly { heading: string; bars: readonly Bar[] }[], unit: string): string {
  let y = 0
  const parts = groups.map(({ heading, bars }) => {
    const most = Math.max(...bars.map(({ value }) => value))
    const rows = bars.map(({ name, value }, at) => {
      const width = Math.max(1, (value / most) * (WIDTH - LEFT - VALUE_WIDTH))
      const top = y + GAP + at * ROW
      return `<text x="${LEFT - 10}" y="${top + 14}" text-anchor="end">${escape(name)}</text>
<rect x="${LEFT}" y="${top + 3}" width="${width.toFixed(1)}" height="${ROW - 8}" rx="2"/>
<text x="${(LEFT + width + 8).toFixed(1)}" y="${top + 14}">${value.toFixed(1)} ${escape(unit)}</text>`
    })
    const group = `<text class="heading" x="0" y="${y + 20}">${escape(heading)}</text>\n${rows.join('\n')}`
    y += GAP + bars.length * ROW + 10
    return group
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${escape(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}.heading{font-weight:600}rect{fill:#3b7dd8}@media(prefers-color-scheme:dark){text{fill:#b1bac4}}</style>
${parts.join('\n')}
</svg>
`
}
