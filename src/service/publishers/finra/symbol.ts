/** Normalizes a symbol. FINRA writes a slash, a hyphen or a blank before a share class: BRK/B for BRK.B. Lower-case letters mark preferred shares and stay. */
export const finraSymbol = (published: string): string => published.trim().replace(/[-/ ]/g, ".");
