import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import * as astros from 'astro/compiler-runtime'
import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import * as plain from '../../src/components/plain-runtime.ts'

/** Templates as Astro's compiler writes them, for either runtime. */
type Runtime = typeof astros
type Any = any
let container: AstroContainer
beforeAll(async () => void (container = await AstroContainer.create()))

const textOf = (component: Any, options = {}): Promise<string> => container.renderToString(component, { partial: false, ...options })

/** Renders a component that each runtime makes; expects the same text. */
async function expectSame(make: (runtime: Runtime) => Any, options = {}): Promise<string> {
  const [expected, given] = await Promise.all([textOf(make(astros), options), textOf(make(plain as unknown as Runtime), options)])
  expect(given).toBe(expected)
  return given
}

const component = (runtime: Runtime, template: (Astro: Any, result: Any, slots: Any) => unknown): Any =>
  runtime.createComponent(((result: Any, props: Any, slots: Any) => {
    const Astro = result.createAstro(props, slots)
    return template(Astro, result, slots)
  }) as Any)

const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.constantFrom('<b>', '&amp;', `"'`, '', 0, -1.5, null, undefined, false, true),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ is: 'template', values })),
    fc.string().map((html) => ({ is: 'html', html })),
    tie('value').map((value) => ({ is: 'promise', value })),
    tie('value').map((value) => ({ is: 'function', value })),
    tie('value').map((value) => ({ is: 'component', value })),
    fc.record({
      is: fc.constant('attribute'),
      name: fc.constantFrom('href', 'hidden', 'class:list', 'data-x'),
      value: fc.oneof(fc.string(), fc.boolean(), fc.constant(null)),
    }),
  ),
})).value

function made(runtime: Runtime, result: Any, value: Any): unknown {
  if (Array.isArray(value)) return value.map((one) => made(runtime, result, one))
  if (typeof value !== 'object' || value === null) return value
  switch (value.is) {
    case 'template':
      return runtime.render(
        ['<i>', ...value.values.map(() => '</i><i>'), '</i>'].slice(0, value.values.length + 1) as Any,
        ...value.values.map((one: unknown) => made(runtime, result, one)),
      )
    case 'html':
      return runtime.unescapeHTML(value.html)
    case 'promise':
      return Promise.resolve(made(runtime, result, value.value))
    case 'function':
      return () => made(runtime, result, value.value)
    case 'attribute':
      return runtime.addAttribute(value.value, value.name)
    default: {
      const inner = component(
        runtime,
        ({ props }, inside, slots) =>
          runtime.render`<p${runtime.addAttribute(props.title, 'title')}>${runtime.renderSlot(inside, slots.default, () => runtime.render`none`)}</p>` as Any,
      )
      const slots = value.value === null ? {} : { default: (inside: Any) => runtime.render`${made(runtime, inside, value.value)}` }
      return runtime.renderComponent(result, 'Inner', inner, { title: 'a "b"' }, slots as Any)
    }
  }
}

test('any template has the same text as in Astro', async () => {
  let longest = 0
  await fc.assert(
    fc.asyncProperty(anyValue, async (value) => {
      const text = await expectSame((runtime) =>
        component(runtime, (_Astro, result) => runtime.render`<main>${made(runtime, result, value)}</main>`),
      )
      longest = Math.max(longest, text.length)
    }),
    { numRuns: 300 },
  )
  expect(longest).toBeGreaterThan(100)
})

const slotted = (runtime: Runtime) =>
  component(
    runtime,
    (Astro, result, slots) =>
      runtime.render`<h1${runtime.spreadAttributes({ ...Astro.props, 'data-a': '<"&' })}>${runtime.renderSlot(result, slots.title)}</h1>${runtime.renderSlot(result, slots.default, () => runtime.render`fallback`)}` as Any,
  )

const LEVEL: string = 'h2'
const page = (runtime: Runtime, inner: Any) =>
  component(
    runtime,
    (Astro, result) =>
      runtime.render`<html><head>${(runtime.renderHead as Any)(result)}</head><body>${runtime.renderComponent(
        result,
        'Inner',
        inner,
        { id: Astro.url.pathname, hidden: true },
        {
          title: () => runtime.render`${(runtime.maybeRenderHead as Any)(result)}<b>Title & more</b>` as Any,
          default: () => runtime.render`${['a', '<b>', 0, null]}` as Any,
        },
      )}${runtime.renderComponent(result, 'Heading', LEVEL, { class: 'x' }, { default: () => runtime.render`Level` as Any })}${runtime.renderComponent(
        result,
        'Fragment',
        runtime.Fragment,
        {},
        { default: () => runtime.render`<!-- of a fragment -->` as Any },
      )}</body></html>`,
  )

test('slots, attributes, fragments and tags by name', async () => {
  expect(await expectSame((runtime) => page(runtime, slotted(runtime)))).toContain(
    '<b>Title & more</b></h1>a&lt;b&gt;0<h2 class="x">Level</h2>',
  )
})

test("an operator's component with Astro's runtime inside one of the project's, and the other way round", async () => {
  const expected = await textOf(page(astros, slotted(astros)))
  expect(await textOf(page(plain as unknown as Runtime, slotted(astros)))).toBe(expected)
  expect(await textOf(page(astros, slotted(plain as unknown as Runtime)))).toBe(expected)
})

test('a component that waits, and one that fails', async () => {
  const waiting = (runtime: Runtime) =>
    runtime.createComponent((async () => {
      await Promise.resolve()
      return runtime.render`<i>later</i>`
    }) as Any)
  expect(await expectSame((runtime) => page(runtime, waiting(runtime)))).toContain('<i>later</i>')
  const failing = component(plain as unknown as Runtime, () => {
    throw new Error('the record cannot be read')
  })
  await expect(textOf(page(plain as unknown as Runtime, failing))).rejects.toThrow('the record cannot be read')
})

test('what is no content is refused', async () => {
  await expect(textOf(component(plain as unknown as Runtime, () => (plain.render as Any)`${{ a: 1 }}`))).rejects.toThrow(
    'cannot be rendered',
  )
})

test("the project's components use nothing of Astro's global that there is not", () => {
  const used = globSync('src/**/*.astro').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\bAstro\.(\w+)/g), ([, name]) => name),
  )
  expect([...new Set(used)].sort()).toEqual(['params', 'props', 'request', 'self', 'slots', 'url'])
})
