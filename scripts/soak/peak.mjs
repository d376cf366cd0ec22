// Loaded before a command: leaves what its process has used in the file whose address stands behind the question mark.
import { writeFileSync } from 'node:fs'

const notes = new URL(new URL(import.meta.url).search.slice(1))
process.on('exit', () => writeFileSync(notes, JSON.stringify(process.resourceUsage())))
