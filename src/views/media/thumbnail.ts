import type { StepMediaView } from './media.ts'
import type { Picture } from './picture.ts'

/** A step's first picture in its smallest size; undefined if the step has none. */
export function thumbnailOf(media: StepMediaView): Pick<Picture, 'src' | 'width' | 'height'> | undefined {
  const picture = media.kind === 'pictures' ? media.pictures[0] : media.kind === 'video' ? media.video.poster : undefined
  return picture && { ...picture, src: picture.srcset.split(' ', 1)[0] || picture.src }
}
