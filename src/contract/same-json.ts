/** True for values that JSON writes alike: plain data with the same members in the same order. */
export const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
