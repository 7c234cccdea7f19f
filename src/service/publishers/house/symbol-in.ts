/** The symbol and the asset type at the end of an asset's name, `Apple Inc. - Common Stock (AAPL) [ST]`; null for what it does not have. */
export function symbolIn(asset: string): { readonly symbol: string | null; readonly asset_type: string | null } {
  const type = /\[([A-Z0-9]{2,3})\]/.exec(asset);
  const before = type ? asset.slice(0, type.index) : asset;
  const symbol = /\(([A-Z][A-Z0-9]{0,6}(?:[./-][A-Z]{1,2})?)\)\s*$/.exec(before)?.[1];
  return { symbol: symbol?.replace(/[/-]/g, ".") ?? null, asset_type: type?.[1] ?? null };
}
