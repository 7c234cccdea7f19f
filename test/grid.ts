/** Rows of so many cells each. */
export const grid = <const T extends readonly unknown[]>(width: number, ...cells: T): T[number][][] =>
  Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width));
