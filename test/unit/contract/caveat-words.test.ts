import { caveatWords } from "../../../src/contract/caveat-words";
import { CAVEAT_IDS, CAVEATS } from "../../../src/contract/caveats";

/** Names of members, values of JSON, and words of those who built the service. */
const INTERNAL =
  /[a-z\d]_[a-z\d]|\bmeta\b|\bnull\b|\bnullable\b|\blegs?\b|\brows?\b|\btrue\b|\bserved\b|pass-through|renormalis|\bheuristic|\bprobe\b|\bprint\b|\bartifact\b|\bdetectors?\b|backtest|\byoy\b|\bz36\b|\bcorridor\b|carry-forward|\binstance\b|\bcusip\b/;

test("caveats that people read have no internal words", () => {
  expect(CAVEAT_IDS.map((id) => [id, caveatWords(id)]).filter(([, words]) => INTERNAL.test(words!))).toEqual([]);
});

test("caveats that people read are sentences, and no two are equal", () => {
  const words = CAVEAT_IDS.map(caveatWords);
  expect(words.filter((one) => !/^[A-Z\d].*\.$/.test(one))).toEqual([]);
  expect(new Set(words).size).toBe(CAVEAT_IDS.length);
});

test("numbers of the specification stay in the plain words", () => {
  const numbers = (text: string): readonly string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];
  expect(CAVEAT_IDS.filter((id) => !numbers(CAVEATS[id]).every((one) => numbers(caveatWords(id)).includes(one)))).toEqual([]);
});

test("a caveat of a later version is shown by its id", () => {
  expect(caveatWords("new_kind-of_caveat")).toBe("new kind of caveat");
  expect(caveatWords("toString")).toBe("toString");
});
