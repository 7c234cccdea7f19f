import type { Feed, Layout } from "../publisher";
import { headOf } from "./read-json";
import { readTextTable } from "./table";
import { decodedText } from "./text";

/** Brackets and quotes say whether a text is JSON or XML. */
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{3,}|^\s*[[{<]/g));

/** The layout whose description has the most words in common with the start of a document. Undefined if none has any. */
export function nearestLayout<T>(layouts: readonly T[], describe: (layout: T) => string, head: string): T | undefined {
  const words = wordsOf(head);
  let [nearest, most]: [T | undefined, number] = [undefined, 0];
  for (const layout of layouts) {
    const common = [...wordsOf(describe(layout))].filter((word) => words.has(word)).length;
    if (common > most) [nearest, most] = [layout, common];
  }
  return nearest;
}

/** Packages have one column per series, hundreds in total. */
const LONGEST_FIRST_LINE = 200_000;

/** Creates a feed for a table of yields. Its first line identifies it. */
export const layoutFeed = (id: string, layout: Layout, fetching?: Feed["fetching"]): Feed => ({
  id,
  title: layout.title,
  looksLike: layout.header,
  recognises: ({ bytes }) => {
    try {
      // Only the first line decides. `parse` refuses errors in the rest.
      const [first = ""] = headOf(bytes, LONGEST_FIRST_LINE).replace(/\r\n?/g, "\n").trimStart().split("\n");
      return layout.recognises(readTextTable(`${first}\n`).lines[0]);
    } catch {
      return false;
    }
  },
  parse: ({ bytes }) => ({ rows: layout.read(readTextTable(decodedText(bytes))) }),
  ...(fetching ? { fetching } : {}),
});
