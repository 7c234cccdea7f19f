const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount in words: `1.2 M USD`, `85,000 USD`. */
export const usdInWords = (usd: number): string =>
  usd >= 1e9 ? `${(usd / 1e9).toFixed(1)} B USD` : usd >= 1e6 ? `${(usd / 1e6).toFixed(1)} M USD` : `${grouped.format(usd)} USD`;
