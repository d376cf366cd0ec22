import { Worker } from 'node:worker_threads'
import { NODE } from '../product.ts'

// Imported first by library.ts: what it imports next does not run in an older Node, and would not say why.
if (!('cpuUsage' in Worker.prototype))
  throw new Error(`Benchbook needs Node ${NODE}, and this is Node ${process.versions.node}. Run this program with a newer one.`)
