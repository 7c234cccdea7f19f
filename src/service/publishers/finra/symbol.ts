/** Normalizes a symbol. FINRA writes a slash or a hyphen before a share class: BRK/B for BRK.B. */
export const symbolOf = (published: string): string => published.replace(/[-/]/g, ".");
