// Imported first by library.ts: what it imports next does not load in an older Node, and would not say why.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18))
  throw new Error(`Benchbook needs Node 22.18 or newer, and this is Node ${process.versions.node}. Run this program with a newer one.`)
