/** The address of a result's picture; `root` is where the files of the site lie, with a slash at its end. Pictures may be shown from elsewhere. */
export const pictureAt = (root: string, image: string): string => new URL(image.replace(/^\//, ''), new URL(root, location.href)).href
