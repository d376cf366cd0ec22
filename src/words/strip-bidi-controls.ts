/** A text that can stand in a sentence or a label with others: without the controls that would turn the direction of what comes after it. */
export const stripBidiControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
