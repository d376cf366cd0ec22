import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import about from '../package.json' with { type: 'json' }
import { UNSAID } from './docs/dependencies-page.ts'

/** The part of a CycloneDX 1.5 bill that is used. */
interface Bill {
  serialNumber: string
  metadata: { timestamp?: string; component: { name: string } }
  components: { 'bom-ref': string; name: string; licenses?: unknown[]; properties?: { name: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

// Not `--omit dev`: that also omits shared dependencies of tools and the program.
const COMMAND = 'npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only'
const options = { cwd: new URL('..', import.meta.url), shell: true, encoding: 'utf8', maxBuffer: 100_000_000 } as const
const { status, stdout, stderr } = spawnSync(COMMAND, options)
if (status !== 0) throw new Error(`npm could not write the bill of materials. It says: ${stderr}`)
const bill = JSON.parse(stdout) as Bill
bill.components = bill.components.filter(({ properties = [] }) => !properties.some((one) => one.name === 'cdx:npm:package:development'))
for (const component of bill.components) {
  const id = UNSAID[component.name]
  if (id && !component.licenses?.length) component.licenses = [{ license: { id } }]
}
const kept = new Set([`${about.name}@${about.version}`, ...bill.components.map((component) => component['bom-ref'])])
bill.dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => kept.has(ref)) }))
// The same lockfile gives the same bytes: no time, and a serial number derived from the content.
delete bill.metadata.timestamp
bill.metadata.component.name = about.name
const hash = createHash('sha256').update(JSON.stringify(bill.components)).digest('hex')
bill.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
writeFileSync(new URL('../sbom.cdx.json', import.meta.url), `${JSON.stringify(bill, undefined, 2)}\n`)
console.log(`Wrote sbom.cdx.json: ${bill.components.length} packages.`)
