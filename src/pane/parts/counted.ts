const numbers = new Intl.NumberFormat("en-US");

/** A count in figures: 12,345. */
export const inFigures = (n: number): string => numbers.format(n);

/** A count with what is counted: 1 cell, 12,345 cells. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${inFigures(n)} ${n === 1 ? one : many}`;
