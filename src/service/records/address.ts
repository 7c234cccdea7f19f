/** One spelling of an address: those of Ethereum and the newer ones of Bitcoin mean the same in capitals. Older ones of Bitcoin, and Solana's, do not. */
export const addressOf = (text: string): string => (/^(0x[0-9a-f]{40}|(bc1|tb1)[0-9a-z]+)$/i.test(text) ? text.toLowerCase() : text);

/** A file's words for nobody in particular. */
export const isNobody = (text: string): boolean => /^(|unknown|-|n\/a)$/i.test(text);
