import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import * as astros from 'astro/compiler-runtime'
import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import * as plains from '../../src/components/plain-runtime.ts'

/** The calls that Astro's compiler generates, for either runtime. */
interface Runtime {
  Fragment: unknown
  render: (parts: readonly string[], ...values: readonly unknown[]) => unknown
  createComponent: (factory: Factory) => unknown
  renderComponent: (result: Result, name: string, component: unknown, props: object, slots: Slots) => unknown
  renderSlot: (result: Result, slot: Slot | undefined, fallback?: Slot) => unknown
  renderHead: (result: Result) => unknown
  maybeRenderHead: (result: Result) => unknown
  addAttribute: (value: unknown, name: string) => unknown
  spreadAttributes: (values: object) => unknown
  unescapeHTML: (html: string) => unknown
}
interface Result {
  createAstro: (props: object, slots: Slots) => Global
}
interface Global {
  props: Record<string, unknown>
  url: URL
}
type Slot = (result: Result) => unknown
type Slots = Record<string, Slot>
type Factory = (result: Result, props: object, slots: Slots) => unknown

const [astro, plain] = [astros, plains] as unknown as [Runtime, Runtime]
let container: AstroContainer
beforeAll(async () => void (container = await AstroContainer.create()))

const textOf = (component: unknown): Promise<string> =>
  container.renderToString(component as Parameters<AstroContainer['renderToString']>[0], { partial: false })

/** Renders a component with each runtime, and expects the same text. */
async function expectSame(make: (runtime: Runtime) => unknown): Promise<string> {
  const [expected, given] = [await textOf(make(astro)), await textOf(make(plain))]
  expect(given).toBe(expected)
  return given
}

const component = ({ createComponent }: Runtime, template: (Astro: Global, result: Result, slots: Slots) => unknown): unknown =>
  createComponent((result, props, slots) => template(result.createAstro(props, slots), result, slots))

/** The form of a value in a template. */
type Form =
  | { is: 'plain'; value: unknown }
  | { is: 'list' | 'template'; forms: readonly Form[] }
  | { is: 'promise' | 'function' | 'component'; form: Form }
  | { is: 'html'; html: string }
  | { is: 'attribute'; name: string; value: unknown }

const anyForm = fc.letrec<{ form: Form }>((tie) => ({
  form: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      is: fc.constant('plain' as const),
      value: fc.oneof(fc.string(), fc.integer(), fc.constantFrom('<b>', '&amp;', `"'`, '', 0, -1.5, null, undefined, false, true)),
    }),
    fc.record({ is: fc.constantFrom('list' as const, 'template' as const), forms: fc.array(tie('form'), { maxLength: 3 }) }),
    fc.record({ is: fc.constantFrom('promise' as const, 'function' as const, 'component' as const), form: tie('form') }),
    fc.record({ is: fc.constant('html' as const), html: fc.string() }),
    fc.record({
      is: fc.constant('attribute' as const),
      name: fc.constantFrom('href', 'hidden', 'class:list', 'data-x'),
      value: fc.oneof(fc.string(), fc.boolean(), fc.constant(null)),
    }),
  ),
})).form

function made(runtime: Runtime, result: Result, form: Form): unknown {
  switch (form.is) {
    case 'plain':
      return form.value
    case 'list':
      return form.forms.map((one) => made(runtime, result, one))
    case 'template':
      return runtime.render(['<i>', ...form.forms.map(() => '</i>')], ...form.forms.map((one) => made(runtime, result, one)))
    case 'html':
      return runtime.unescapeHTML(form.html)
    case 'promise':
      return Promise.resolve(made(runtime, result, form.form))
    case 'function':
      return () => made(runtime, result, form.form)
    case 'attribute':
      return runtime.addAttribute(form.value, form.name)
    case 'component': {
      const isEmpty = form.form.is === 'plain'
      const slots: Slots = isEmpty ? {} : { default: (inside) => runtime.render`${made(runtime, inside, form.form)}` }
      return runtime.renderComponent(result, 'Inner', inner(runtime), { title: 'a "b"' }, slots)
    }
  }
}

const inner = (runtime: Runtime): unknown =>
  component(
    runtime,
    ({ props }, result, slots) =>
      runtime.render`<p${runtime.addAttribute(props.title, 'title')}>${runtime.renderSlot(result, slots.default, () => runtime.render`none`)}</p>`,
  )

test('any template gives the same text as in Astro', async () => {
  let longest = 0
  await fc.assert(
    fc.asyncProperty(anyForm, async (form) => {
      const text = await expectSame((runtime) =>
        component(runtime, (_Astro, result) => runtime.render`<main>${made(runtime, result, form)}</main>`),
      )
      longest = Math.max(longest, text.length)
    }),
    { numRuns: 300 },
  )
  expect(longest).toBeGreaterThan(100)
})

const slotted = (runtime: Runtime): unknown =>
  component(
    runtime,
    (Astro, result, slots) =>
      runtime.render`<h1${runtime.spreadAttributes({ ...Astro.props, 'data-a': '<"&' })}>${runtime.renderSlot(result, slots.title)}</h1>${runtime.renderSlot(result, slots.default, () => runtime.render`fallback`)}`,
  )

const LEVEL = 'h2'
const page = (runtime: Runtime, content: unknown): unknown =>
  component(runtime, (Astro, result) => {
    const { render, renderComponent } = runtime
    const slots: Slots = {
      title: () => render`${runtime.maybeRenderHead(result)}<b>Title & more</b>`,
      default: () => render`${['a', '<b>', 0, null]}`,
    }
    const parts = [
      renderComponent(result, 'Inner', content, { id: Astro.url.pathname, hidden: true }, slots),
      renderComponent(result, 'Heading', LEVEL, { class: 'x' }, { default: () => render`Level` }),
      renderComponent(result, 'Fragment', runtime.Fragment, {}, { default: () => render`<!-- of a fragment -->` }),
    ]
    return render`<html><head>${runtime.renderHead(result)}</head><body>${parts}</body></html>`
  })

test('slots, attributes, fragments and tags by name give the same text', async () => {
  expect(await expectSame((runtime) => page(runtime, slotted(runtime)))).toContain(
    '<b>Title & more</b></h1>a&lt;b&gt;0<h2 class="x">Level</h2><!-- of a fragment -->',
  )
})

test("components of an operator with Astro's runtime and components of the project can be nested either way", async () => {
  const expected = await textOf(page(astro, slotted(astro)))
  expect(await textOf(page(plain, slotted(astro)))).toBe(expected)
  expect(await textOf(page(astro, slotted(plain)))).toBe(expected)
})

test('asynchronous and failing components behave alike', async () => {
  const waiting = (runtime: Runtime) =>
    runtime.createComponent(async () => {
      await Promise.resolve()
      return runtime.render`<i>later</i>`
    })
  expect(await expectSame((runtime) => page(runtime, waiting(runtime)))).toContain('<i>later</i>')
  const failing = component(plain, () => {
    throw new Error('the record cannot be read')
  })
  await expect(textOf(page(plain, failing))).rejects.toThrow('the record cannot be read')
})

test('an object that is not content is refused', async () => {
  await expect(textOf(component(plain, () => plain.render`${{ a: 1 }}`))).rejects.toThrow('cannot be rendered')
})

test("the project's components use only supported parts of Astro's global", () => {
  const used = globSync('src/**/*.astro').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\bAstro\.(\w+)/g), ([, name]) => name),
  )
  expect([...new Set(used)].sort()).toEqual(['params', 'props', 'request', 'self', 'slots', 'url'])
})
