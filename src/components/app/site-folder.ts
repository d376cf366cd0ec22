/** The path of the home page, with a leading and a trailing slash. */
export const siteFolder = (): string => import.meta.env.BASE_URL.replace(/(?<!\/)\/*$/, '/')
