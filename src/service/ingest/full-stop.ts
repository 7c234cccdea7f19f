/** Ends a sentence with a full stop, unless it has an end. */
export const withFullStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
