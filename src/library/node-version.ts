import { Worker } from 'node:worker_threads'

// Imported first by library.ts: what it imports next does not load in an older Node, and would not say why.
if (!('cpuUsage' in Worker.prototype))
  throw new Error(
    `Benchbook needs Node 22.20 or 24.6, or newer, and this is Node ${process.versions.node}. Run this program with a newer one.`,
  )
