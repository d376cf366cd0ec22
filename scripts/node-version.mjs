// Plain JavaScript that any Node reads: Node 20 cannot even load the TypeScript that comes after it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)) {
  console.error(
    `benchbook: This is Node ${process.versions.node}, and Benchbook needs 22.18 or newer. Use "npm run …" in its folder, which brings its own Node 24, or install a newer one from https://nodejs.org.`,
  )
  process.exit(2)
}
