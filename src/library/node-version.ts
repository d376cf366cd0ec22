import { Worker } from 'node:worker_threads'
import { NODE } from '../product.ts'

// Imported first by library.ts: later imports fail in an older Node without a clear message.
if (!('cpuUsage' in Worker.prototype))
  throw new Error(`Benchbook needs Node ${NODE}, and this is Node ${process.versions.node}. Run this program with a newer one.`)
