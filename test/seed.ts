import fc from 'fast-check'

/** The seed of every property: fixed in the gate, another one each night (`FC_SEED`). */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 2026) })
