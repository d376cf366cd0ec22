/** The address of a result's picture; `root` is the site's root, with a trailing slash. Pictures may be hosted elsewhere. */
export const pictureAt = (root: string, image: string): string => new URL(image.replace(/^\//, ''), new URL(root, location.href)).href
