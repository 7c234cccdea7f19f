/** A whole number with its thousands apart: 12,345. */
export const inFigures = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** A count with what is counted: 1 cell, 12,345 cells. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${inFigures(n)} ${n === 1 ? one : many}`;
