const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Characters of one hash. */
export const HASH_LENGTH = 6;

function mixed(text: string, seed: number, factor: number): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), factor);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A 36-bit hash in six characters. A text collides with one of ten thousand others once in seven million times. */
export function shortHash(text: string): string {
  let [a, b] = [mixed(text, 0x811c9dc5, 0x01000193), mixed(text, 0x2545f491, 0x5bd1e995)];
  let hash = "";
  for (let i = 0; i < HASH_LENGTH; i++) {
    hash += ALPHABET[(i < 3 ? a : b) & 63];
    if (i < 3) a >>>= 6;
    else b >>>= 6;
  }
  return hash;
}
