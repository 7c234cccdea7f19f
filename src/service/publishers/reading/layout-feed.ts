import type { Feed, Layout } from "../publisher";
import { headOf } from "./read-json";
import { readTable } from "./table";
import { textOf } from "./text-of";

/** Packages have a column a series, and there are hundreds. */
const LONGEST_FIRST_LINE = 200_000;

/** A table of yields as a feed: told from others by its first line. */
export const layoutFeed = (id: string, layout: Layout, fetching?: Feed["fetching"]): Feed => ({
  id,
  title: layout.title,
  looksLike: layout.header,
  recognises: ({ bytes }) => {
    try {
      // The first line alone decides; the rest may be broken, which is for `parse` to say.
      const [first = ""] = headOf(bytes, LONGEST_FIRST_LINE).replace(/\r\n?/g, "\n").trimStart().split("\n");
      return layout.recognises(readTable(`${first}\n`).lines[0]);
    } catch {
      return false;
    }
  },
  parse: ({ bytes }) => ({ title: layout.title, rows: layout.read(readTable(textOf(bytes))), records: [] }),
  ...(fetching ? { fetching } : {}),
});
