/** Ends a sentence with a full stop, unless it has an end. */
export const withFullStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** A whole number with thousands separators: 12,345. */
export const withSeparators = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** A count with its noun: 1 cell, 12,345 cells. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${withSeparators(n)} ${n === 1 ? one : many}`;
