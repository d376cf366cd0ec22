/** The words of a list. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Elements that only draw (SVG 2): they do not run, load, link or animate anything. Without the steps of filters that cost by their numbers. */
export const ELEMENTS = words(`
  svg g defs symbol use title desc style path rect circle ellipse line polyline polygon image text tspan textPath linearGradient
  radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feOffset feTile
`)

/** Elements that are replaced by their content. */
export const UNWRAPPED = words('a switch')

/** Elements whose text is shown or read; whitespace elsewhere is insignificant. */
export const WITH_TEXT = words('text tspan textPath title desc style')

/** CSS properties that are also attributes (SVG 2, section 6.6), except those that load or act. */
export const PROPERTIES = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction display
  dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight isolation image-rendering letter-spacing lighting-color marker marker-end marker-mid
  marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
  text-decoration text-rendering transform transform-box transform-origin unicode-bidi vector-effect visibility white-space word-spacing
  writing-mode
`)

/** Attributes for positions and sizes. `href`, `style` and `class` have separate rules. */
export const ATTRIBUTES = words(`
  id class lang role aria-label aria-hidden version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d
  points pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side offset gradientUnits gradientTransform
  spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
  markerHeight refX refY orient filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent
  operator k1 k2 k3 k4 edgeMode stdDeviation
`)
