/** Rounds to `decimals`, half away from zero, as published figures are rounded. Never returns -0. */
export function rounded(value: number, decimals = 0): number {
  const scale = 10 ** decimals;
  const result = (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale;
  return result === 0 ? 0 : result;
}

/** How many of so many sorted items, from the first on, are before a place. Halves what is left in each step. */
export function countBefore(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
