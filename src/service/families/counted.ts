/** A count with what is counted: `1 trade`, `12 trades`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
