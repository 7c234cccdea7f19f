import fc from "fast-check";
import { hideKey, holdsKey } from "../../../src/contract/key-in-text";

const KEY = "svc_k3y-of.a_Desk0123456789";
const hexOf = (c: string): string => c.charCodeAt(0).toString(16).padStart(2, "0");
const WAYS: readonly ((c: string) => string)[] = [
  (c) => c,
  (c) => c.toUpperCase(),
  (c) => `%${hexOf(c)}`,
  (c) => `%${hexOf(c).toUpperCase()}`,
  (c) => `%2525${hexOf(c)}`,
  (c) => [...`%${hexOf(c)}`].map((one) => `%${hexOf(one)}`).join(""),
  (c) => `\\u00${hexOf(c)}`,
  (c) => `\\\\x${hexOf(c)}`,
  (c) => `&#${c.charCodeAt(0)};`,
  (c) => `&#x0${hexOf(c)};`,
];

describe("the key in a text", () => {
  it("is replaced by [key], whichever way each of its characters is written", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WAYS), { minLength: KEY.length, maxLength: KEY.length }), (ways) => {
        const written = [...KEY].map((c, i) => ways[i]!(c)).join("");
        expect([hideKey(`limit: got "${written}".`, KEY), holdsKey(written, KEY)]).toEqual(['limit: got "[key]".', true]);
      }),
    );
  });

  it("is replaced if one of its ends is missing, at each place in the text", () => {
    expect(hideKey(`${KEY.slice(0, 20)}… and ${KEY.slice(5)}`, KEY)).toBe("[key]… and [key]");
    expect(hideKey(`${KEY.slice(0, 8)}…, ${KEY.slice(0, 7)}…`, KEY, 8)).toBe(`[key]…, ${KEY.slice(0, 7)}…`);
  });

  it("is not found in fewer than 16 of its characters, nor in any other text", () => {
    const texts = [KEY.slice(0, 15), "", "50 % of 20%25", "caf\u00e9 &amp; \\n %zz", `${KEY.slice(0, 12)} ${KEY.slice(12, 24)}`];
    expect(texts.filter((text) => holdsKey(text, KEY) || hideKey(text, KEY) !== text)).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => hideKey(text, KEY) === text));
  });

  it("is searched for in bounded time, however often a text is encoded", () => {
    const nested = "\\u005c" + "u005c".repeat(200_000);
    expect(holdsKey(nested, KEY)).toBe(false);
    expect(holdsKey(`${nested} ${KEY}`, KEY)).toBe(true);
  });

  it("is searched for in bounded time, however long a word in its place is", () => {
    const word = Array.from({ length: 100_000 }, (_, i) => String.fromCharCode(97 + ((i * i + (i >> 3)) % 26))).join("");
    expect(hideKey(word.slice(0, 128), word)).toBe("[key]");
    expect(holdsKey(`${word.slice(1)}#`.repeat(10), word)).toBe(true);
    expect(holdsKey("a".repeat(1_000_000), "a".repeat(100_000))).toBe(true);
  });

  it("leaves the escapes around it whole", () => {
    const text = JSON.stringify({ detail: `a\n${KEY}\n"b"` });
    expect(JSON.parse(hideKey(text, KEY))).toEqual({ detail: 'a\n[key]\n"b"' });
    expect(JSON.parse(hideKey(text, `n${KEY}`))).toEqual({ detail: 'a[key]\n"b"' });
  });
});
