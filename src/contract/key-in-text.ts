/** Fewest characters of a key in a row that count as the key. Every key has as many, and a text has fewer by chance. */
const LEAST = 16;
/** Most characters of a key that are searched for. No accepted key is longer, and a caller can send a word that takes seconds to find. */
export const LONGEST_KEY = 128;

/** Ways to write a character in ASCII: in an address, in JSON or JavaScript, in HTML. Any other escape, such as `\n`, counts as itself. */
const WRITTEN = /%(?:25)*([0-9a-f]{2})|\\+(?:u00|x)([0-9a-f]{2})|&#x0*([0-9a-f]{2});?|&#0*(\d{2,3});?|\\[^]/gi;
const IS_WRITTEN = /%[0-9a-f]{2}|\\(?:u00|x)[0-9a-f]{2}|&#x?\d/i;
/** How often a text is decoded: an address in an address is encoded twice. */
const MOST_DECODED = 3;

/** A decoded text, with the position of each of its characters in the original, and of its end. */
interface Decoded {
  readonly text: string;
  readonly at: readonly number[];
}

function decodedOnce(text: string): Decoded {
  const at: number[] = [];
  let [plain, from] = ["", 0];
  const takeUntil = (end: number): void => {
    plain += text.slice(from, end);
    for (; from < end; from++) at.push(from);
  };
  for (const { 0: written, 1: percent, 2: escape, 3: hex, 4: code, index } of text.matchAll(WRITTEN)) {
    takeUntil(index);
    const digits = percent ?? escape ?? hex;
    const one = digits === undefined ? (code === undefined ? written : String.fromCharCode(Number(code))) : String.fromCharCode(parseInt(digits, 16));
    for (let i = 0; i < one.length; i++) at.push(index);
    plain += one;
    from = index + written.length;
  }
  takeUntil(text.length);
  at.push(text.length);
  return { text: plain, at };
}

function decoded(text: string, times = MOST_DECODED): Decoded {
  const once = decodedOnce(text);
  if (times === 1 || once.text.length === text.length) return once;
  const inner = decoded(once.text, times - 1);
  return { text: inner.text, at: inner.at.map((i) => once.at[i]!) };
}

/** Lower case of ASCII, which never changes the length. */
const lowered = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** False if a text surely has no `least` characters of the key in a row. They include all characters from one multiple of half as many to the next. */
function mayHold(text: string, key: string, least: number): boolean {
  const half = least / 2;
  for (let i = 0; i + half <= key.length; i += half) if (text.includes(key.slice(i, i + half))) return true;
  return false;
}

/**
 * Replaces a key in a text by `[key]`: at least `least` (an even number) of its characters in a row, in any case, also percent-encoded or as escapes of JSON or
 * HTML, which a reader can decode.
 */
export function hideKey(text: string, key: string, least = LEAST): string {
  const wanted = lowered(key.slice(0, LONGEST_KEY));
  if (text.length < least || (!IS_WRITTEN.test(text) && !mayHold(lowered(text), wanted, least))) return text;
  const { text: found, at } = decoded(text);
  const plain = lowered(found);
  let [clean, from] = ["", 0];
  for (let i = 0; i + least <= plain.length; i++) {
    let end = i + least;
    if (!wanted.includes(plain.slice(i, end))) continue;
    while (end < plain.length && wanted.includes(plain.slice(i, end + 1))) end++;
    clean += `${text.slice(from, at[i])}[key]`;
    from = at[end]!;
    i = end - 1;
  }
  return clean + text.slice(from);
}

/** True if a text contains the key, as `hideKey` finds it. Such a text is refused and not stored: it would end up in logs, cells and screenshots. */
export const holdsKey = (text: string, key: string): boolean => text.length >= LEAST && hideKey(text, key) !== text;
