/** The asset of a perpetual, parsed from a venue's contract name: BTCUSDT, BTC-USDT-SWAP, 1000PEPEUSDT and kPEPE. Undefined for other names. */
export function baseSymbol(contract: string): string | undefined {
  const m = /^(?:1000+|k(?=[A-Z]))?([A-Z0-9]+?)(?:-?(?:USDT|USDC|USD)(?:-SWAP|_PERP)?|PERP)?$/.exec(contract);
  return m?.[1] === "" ? undefined : m?.[1];
}
