/** Rounds to `decimals`, half away from zero, as published figures are rounded. Never returns -0. */
export function rounded(value: number, decimals = 0): number {
  const scale = 10 ** decimals;
  const result = (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale;
  return result === 0 ? 0 : result;
}
