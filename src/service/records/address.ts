/** Normalizes an address. Ethereum and newer Bitcoin addresses ignore case; older Bitcoin and Solana addresses do not. */
export const chainAddress = (text: string): string => (/^(0x[0-9a-f]{40}|(bc1|tb1)[0-9a-z]+)$/i.test(text) ? text.toLowerCase() : text);

/** True for a placeholder such as `unknown`. */
export const isNobody = (text: string): boolean => /^(|unknown|-|n\/a)$/i.test(text);
