/** The number of visible items of a list; one more takes no more space than the button for the rest. */
export const SHOWN = 6
