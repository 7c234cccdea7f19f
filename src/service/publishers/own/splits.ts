import { shown } from "../../../contract/arguments";
import { addDays } from "../../../contract/dates";
import { symbolOf } from "../../records/symbols";
import type { StatedSplit } from "../../records/equities";
import type { RecordRow } from "../../records/record";
import { decodedText, readIsoDate, RefusedFile } from "../reading/text";
import { ownColumns, type OwnColumns } from "./own-columns";
import type { Feed, Publisher } from "../publisher";
import { headOf } from "../reading/read-json";
import { readTextTable } from "../reading/table";

const TITLE = "your own splits";
const COLUMNS = ["ticker", "date", "ratio"];
const HEADER = COLUMNS.join(",");
/** A larger ratio, in either direction, means that a date or a share count is in the wrong column. */
const MAX_RATIO = 1_000;
/** Maximum days ahead. A split is announced weeks ahead, not years. */
const DAYS_AHEAD = 366;

/** Parses new shares per old share. `10:1`, `10-for-1`, `10/1` and `10` are equal; `1:10` and `0.1` are a reverse split. */
function ratioOf(text: string, line: number): number {
  const [, one, other] = /^(\d+(?:\.\d+)?)(?:\s*(?::|\/|-for-)\s*(\d+(?:\.\d+)?))?$/i.exec(text) ?? [];
  if (one === undefined) throw new RefusedFile(`expected a ratio such as 10:1, 10 or 0.1 (new shares for one old share), got ${shown(text)}`, line);
  const ratio = Number(one) / Number(other ?? 1);
  if (!(ratio > 0) || !Number.isFinite(ratio)) throw new RefusedFile(`expected a ratio above 0, got ${shown(text)}`, line);
  if (ratio === 1) throw new RefusedFile(`expected a ratio other than 1, got ${shown(text)}; leave out lines without a split`, line);
  if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO)
    throw new RefusedFile(`expected a ratio of at most ${MAX_RATIO.toLocaleString("en-US")} to 1 either way, got ${shown(text)}`, line);
  return ratio;
}

function rowOf(cell: OwnColumns["cell"], line: number, seen: string | undefined): RecordRow {
  const ticker = symbolOf(cell("ticker"));
  if (!/^[A-Z0-9.]{1,12}$/.test(ticker)) throw new RefusedFile(`expected a symbol such as AAPL, got ${shown(cell("ticker"))}`, line);
  const date = readIsoDate(cell("date"), line);
  if (seen !== undefined && date > addDays(seen, DAYS_AHEAD)) throw new RefusedFile(`${date} is more than a year ahead; check the year`, line);
  const body: StatedSplit = { ratio: ratioOf(cell("ratio"), line) };
  return { dataset: "split", entity: ticker, date, key: "", known: date, body, source: "user" };
}

/** One split per line, dated by the first session on the new share count (the ex-date). */
const splitList: Feed = {
  id: "splits.list",
  title: TITLE,
  looksLike: HEADER,
  recognises: ({ bytes }) => {
    const [first = ""] = headOf(bytes).trimStart().split(/\r?\n/);
    return /(^|,)\s*"?ticker"?\s*(,|$)/i.test(first) && /(^|,)\s*"?ratio"?\s*(,|$)/i.test(first);
  },
  parse: ({ bytes, seen }) => {
    const { lines, cellsOf } = ownColumns(readTextTable(decodedText(bytes)), COLUMNS, [], HEADER);
    const taken = new Map<string, RecordRow>();
    for (const line of lines) {
      const row = rowOf(cellsOf(line), line.number, seen);
      const name = `${row.entity} ${row.date}`;
      const before = taken.get(name)?.body as StatedSplit | undefined;
      const { ratio } = row.body as StatedSplit;
      if (before && before.ratio !== ratio)
        throw new RefusedFile(`${row.entity} is listed twice for ${row.date}, with ratios of ${before.ratio} and ${ratio}; keep the right one`, line.number);
      taken.set(name, row);
    }
    if (taken.size === 0) throw new RefusedFile("there is no split in the file; add lines under the header");
    return { title: TITLE, rows: [], records: [...taken.values()] };
  },
};

/** The operator's own list of splits. It puts prices and per-share figures before and after a split on the same share basis. */
export const splits: Publisher = {
  id: "splits",
  name: "Your own splits",
  terms: {
    licence: "your own",
    url: "docs/own-files.md",
    text: "You bring the file and are responsible for the right to use it. Nothing is fetched.",
    defaultOn: true,
    redistribution: "unconfirmed",
  },
  feeds: [splitList],
  politeness: { msBetween: 0 },
};
