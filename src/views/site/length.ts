/** So many characters of a title fill several screens of a phone. */
const MOST_SHOWN = 2500

/** The class of a title or a lead that is longer than anybody reads, and ends after some lines. */
export const lengthClass = (text: string | undefined): 'endless' | undefined => (text && text.length > MOST_SHOWN ? 'endless' : undefined)
