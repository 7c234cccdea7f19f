/** A symbol as this service writes it: FINRA's files put a slash or a hyphen before a share class, BRK/B for BRK.B. */
export const symbolOf = (published: string): string => published.replace(/[-/]/g, ".");
