/** The perpetual's asset by a venue's name of its contract: BTCUSDT, BTC-USDT-SWAP, 1000PEPEUSDT and kPEPE. Undefined for what is no perpetual's name. */
export function baseSymbol(contract: string): string | undefined {
  const m = /^(?:1000+|k(?=[A-Z]))?([A-Z0-9]+?)(?:-?(?:USDT|USDC|USD)(?:-SWAP|_PERP)?|PERP)?$/.exec(contract);
  return m?.[1] === "" ? undefined : m?.[1];
}
