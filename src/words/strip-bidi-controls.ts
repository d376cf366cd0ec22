/** A text that can be part of a sentence or label: without the controls that would change the direction of what follows. */
export const stripBidiControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
