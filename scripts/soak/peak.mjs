// Loaded before a command: leaves the most memory that its process had, in KiB, in the file whose address stands behind the question mark.
import { writeFileSync } from 'node:fs'

const notes = new URL(new URL(import.meta.url).search.slice(1))
process.on('exit', () => writeFileSync(notes, String(process.resourceUsage().maxRSS)))
