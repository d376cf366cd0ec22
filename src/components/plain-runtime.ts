import type { SSRResult } from 'astro'
import type { AstroComponentFactory } from 'astro/runtime/server/index.js'
import * as astro from 'astro/compiler-runtime'
import { escapeHTML, type HTMLString, isHTMLString, markHTMLString } from 'astro/runtime/server/escape.js'
import { chunkToString, renderSlotToString } from 'astro/runtime/server/index.js'
import { renderComponentToString } from 'astro/runtime/server/render/component.js'

/**
 * What Astro's compiler imports for the project's components, as plain functions that return text: Astro's own runtime takes several times
 * as long, since it can stream and hydrate. Pages are the same, byte for byte. The operator's components keep Astro's runtime, and both may
 * contain each other.
 */
export * from 'astro/compiler-runtime'

const TEMPLATE = Symbol.for('astro.renderTemplateResult')

/** Markup that was rendered. Astro takes it for one of its templates. */
class Markup {
  readonly text: string

  /** Some functions of Astro return an object that is a string, against their type. */
  constructor(text: string | HTMLString) {
    this.text = String(text)
  }

  readonly [TEMPLATE] = true

  get htmlParts(): string[] {
    return [this.text]
  }

  get expressions(): never[] {
    return []
  }

  render({ write }: { write: (chunk: unknown) => void }): void {
    write(markHTMLString(this.text))
  }
}

type Rendered = Markup | Promise<Markup>
type Slot = (result: SSRResult) => unknown
type Slots = Readonly<Record<string, Slot>>
type Props = Record<string, unknown>
type Factory = (result: SSRResult, props: Props, slots: Slots) => unknown

const NOTHING = new Markup('')

export function render(parts: readonly string[], ...values: unknown[]): Rendered {
  let text = parts[0] ?? ''
  for (let at = 0; at < values.length; at++) {
    const piece = textOf(values[at])
    if (typeof piece !== 'string') return piece.then((ready) => renderRest(text + ready, parts, values, at + 1))
    text += piece + (parts[at + 1] ?? '')
  }
  return new Markup(text)
}

async function renderRest(before: string, parts: readonly string[], values: readonly unknown[], from: number): Promise<Markup> {
  const pieces = await Promise.all(values.slice(from).map(async (value) => textOf(value)))
  return new Markup(pieces.reduce((text, piece, at) => text + piece + (parts[from + at + 1] ?? ''), before + (parts[from] ?? '')))
}

/** The text of a value in a template, escaped unless it is markup. */
function textOf(value: unknown): string | Promise<string> {
  if (typeof value === 'string') return escapeHTML(value)
  if (value instanceof Markup) return value.text
  if (!value && value !== 0) return ''
  if (Array.isArray(value)) return joined(value.map(textOf))
  if (value instanceof Promise) return value.then(textOf)
  if (typeof value === 'function') return textOf((value as () => unknown)())
  if (isHTMLString(value)) return value.toString()
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A component contains a value that cannot be rendered: ${JSON.stringify(value)}`)
}

const joined = (pieces: readonly (string | Promise<string>)[]): string | Promise<string> =>
  pieces.every((piece) => typeof piece === 'string')
    ? pieces.join('')
    : Promise.all(pieces.map(async (piece) => piece)).then((ready) => ready.join(''))

const PLAIN = Symbol('plain')

export function createComponent(factory: Factory, moduleId?: string, propagation?: never): Factory {
  const component = astro.createComponent(
    ((result: SSRResult, props: Props, slots: Slots) => factory(lean(result), props, slots)) as AstroComponentFactory,
    moduleId,
    propagation,
  )
  return Object.assign(component as unknown as Factory, { [PLAIN]: true })
}

const LEAN = Symbol('lean')
type WithLean = SSRResult & { [LEAN]?: SSRResult }

/** Astro's object of a page. Its `Astro` for components is a simpler one, since Astro's own costs more than a component. */
function lean(result: WithLean): SSRResult {
  if (result[LEAN]) return result[LEAN]
  const { url, params, request } = result.createAstro({}, {})
  const leaner: WithLean = Object.assign(Object.create(result) as WithLean, {
    createAstro: (props: Props, slots: Slots) => {
      const render = (name: string): unknown => renderSlot(result, slots[name])
      return { props, slots: { render }, url, params, request, self: undefined }
    },
  })
  leaner[LEAN] = leaner
  result[LEAN] = leaner
  return leaner
}

export function renderComponent(result: SSRResult, name: string, component: unknown, props: Props, slots: Slots = {}): unknown {
  if (component === astro.Fragment) return slots.default?.(result)
  if (typeof component === 'string') return element(result, component, props, slots)
  if (typeof component === 'function' && PLAIN in component) return (component as unknown as Factory)(result, props, slots)
  return renderComponentToString(result, name, component as never, props, slots as never).then((text) => new Markup(text))
}

const element = (result: SSRResult, name: string, props: Props, { default: content }: Slots): Rendered =>
  render(['<', '', '>', '</', '>'], new Markup(name), astro.spreadAttributes(props), renderSlot(result, content), new Markup(name))

export function renderSlot(result: SSRResult, slot: Slot | undefined, fallback?: Slot): unknown {
  const value = (slot ?? fallback)?.(result)
  const isAstros = typeof value === 'object' && value !== null && 'render' in value && !(value instanceof Markup)
  return isAstros ? renderSlotToString(result, () => value as never).then((text) => new Markup(chunkToString(result, text))) : value
}

const carriedOut = (result: SSRResult, instruction: Parameters<typeof chunkToString>[1]): Markup => {
  const text = chunkToString(result, instruction)
  return text === '' ? NOTHING : new Markup(text)
}
export const renderHead = (result: SSRResult): Markup => carriedOut(result, astro.renderHead())
export const maybeRenderHead = (result: SSRResult): Markup => carriedOut(result, astro.maybeRenderHead())
export const templateEnter = (result: SSRResult): Markup => carriedOut(result, astro.templateEnter(result))
export const templateExit = (result: SSRResult): Markup => carriedOut(result, astro.templateExit(result))

type ScriptInstruction = Awaited<ReturnType<typeof astro.renderScript>>
const inFiles = new Map<string, ScriptInstruction>()

/** Only the first page waits for the address of a script. */
export function renderScript(result: SSRResult, id: string): Rendered {
  const known = result.inlinedScripts.get(id) === undefined ? inFiles.get(id) : undefined
  if (known) return carriedOut(result, known)
  return astro.renderScript(result, id).then((instruction) => {
    inFiles.set(id, instruction)
    return carriedOut(result, instruction)
  })
}
