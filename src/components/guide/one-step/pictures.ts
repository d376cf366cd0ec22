import { arrange } from './arrange.ts'
import type { Step } from '../steps/steps.ts'

const GAP_PX = 8
/** The share of the window for pictures if there is text below them. */
const SHARE_ABOVE_TEXT = 0.42
/** Below this size, pictures are useless, and the page scrolls. */
const LEAST_PX = 140

/** Shows a step's pictures uncropped and as large as the window allows, also after resizing, until the signal is aborted. */
export function fitPictures({ element }: Step, section: HTMLElement, signal: AbortSignal): void {
  const media = element.querySelector<HTMLElement>('.step-media')
  const images = [...element.querySelectorAll<HTMLImageElement>('.step-picture img')]
  if (!media || images.length === 0) return
  const fit = (): void => {
    const width = media.clientWidth
    const [text, below] = [element.querySelector('.step-text'), section.querySelector('[data-turn]')]
    const isBeside = text !== null && text.getBoundingClientRect().left >= media.getBoundingClientRect().right
    const top = media.getBoundingClientRect().top + section.scrollTop
    const room = isBeside ? innerHeight - top - (below?.clientHeight ?? 0) - GAP_PX : innerHeight * SHARE_ABOVE_TEXT
    const ratios = images.map((image) => Number(image.getAttribute('width')) / Number(image.getAttribute('height')) || 4 / 3)
    const { places, isTurned } = arrange(ratios, { width, height: Math.max(LEAST_PX, room) }, GAP_PX)
    media.classList.toggle('is-turned', isTurned)
    media.style.maxHeight = isTurned ? `${Math.max(LEAST_PX, room) + 1}px` : ''
    for (const [at, image] of images.entries()) {
      const place = places[at]
      if (!place) continue
      image.style.width = `${place.width}px`
      image.style.height = `${place.height}px`
      image.sizes = `${Math.ceil(place.width)}px`
    }
  }
  const observer = new ResizeObserver(fit)
  observer.observe(section)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    media.style.maxHeight = ''
    for (const image of images) {
      image.style.width = ''
      image.style.height = ''
    }
  })
  fit()
}

/** Marks a step's pictures when they are loaded: until then their places are filled, including the margins. */
export function markArrived({ element }: Step): void {
  for (const image of element.querySelectorAll('img')) {
    const mark = (): void => image.parentElement?.classList.add('is-here')
    if (image.complete && image.naturalWidth > 0) mark()
    else image.addEventListener('load', mark, { once: true })
  }
}

/** Preloads a step's pictures. */
export function loadPictures(step: Step | undefined): void {
  for (const image of step?.element.querySelectorAll('img') ?? []) image.loading = 'eager'
}
