/** A time to the minute, in UTC. */
export const momentWords = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** `as_of` from the service; a time to the minute, a date as it is. */
export function asOfWords(asOf: string): string {
  const ms = Date.parse(asOf);
  return /T\d/.test(asOf) && !Number.isNaN(ms) ? momentWords(ms) : asOf;
}
