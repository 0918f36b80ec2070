const COLOURS = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

export type Colour = keyof typeof COLOURS;

/** Colours a text for a terminal. */
export type Paint = (text: string, colour: Colour) => string;

/** @param isColoured false: the text stays as it is */
export const painter =
  (isColoured: boolean): Paint =>
  (text, colour) =>
    isColoured && text !== '' ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text;
