// Loaded before a command: writes the resource usage of its process to the file whose address follows the question mark.
import { writeFileSync } from 'node:fs'

const notes = new URL(new URL(import.meta.url).search.slice(1))
process.on('exit', () => writeFileSync(notes, JSON.stringify(process.resourceUsage())))
