/**
 * For `node --import`: the machine's clock jumps by hours, back and forth, every 50 milliseconds. Prints at the end how often the process
 * saw a jump.
 */
const JUMPS_H = [5, -7, 26, 0, -30]
const EVERY_MS = 50

const read = Date.now
let turn = 0
let seen = 0

function now(): number {
  const before = turn
  turn = Math.floor(performance.now() / EVERY_MS)
  if (turn !== before) seen++
  return read() + (JUMPS_H[turn % JUMPS_H.length] ?? 0) * 3_600_000
}

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
})

process.on('exit', () => console.error(`The clock jumped ${seen} times.`))
