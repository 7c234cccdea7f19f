import { shown } from "../../../contract/arguments";
import { addDays } from "../../../contract/dates";
import type { StatedSplit } from "../../records/equities";
import type { RecordRow } from "../../records/record";
import type { Publisher } from "../publisher";
import { readIsoDate, refuseFile } from "../reading/text";
import { ownList, ownPublisher, readSymbol } from "./own-columns";

/** A larger ratio, in either direction, means that a date or a share count is in the wrong column. */
const MAX_RATIO = 1_000;
/** Maximum days ahead. A split is announced weeks ahead, not years. */
const DAYS_AHEAD = 366;

/** Parses new shares per old share. `10:1`, `10-for-1`, `10/1` and `10` are equal; `1:10` and `0.1` are a reverse split. */
function ratioOf(text: string, line: number): number {
  const [, one, other] = /^(\d+(?:\.\d+)?)(?:\s*(?::|\/|-for-)\s*(\d+(?:\.\d+)?))?$/i.exec(text) ?? [];
  if (one === undefined) refuseFile(`expected a ratio such as 10:1, 10 or 0.1 (new shares for one old share), got ${shown(text)}`, line);
  const ratio = Number(one) / Number(other ?? 1);
  if (!(ratio > 0) || !Number.isFinite(ratio)) refuseFile(`expected a ratio above 0, got ${shown(text)}`, line);
  if (ratio === 1) refuseFile(`expected a ratio other than 1, got ${shown(text)}; leave out lines without a split`, line);
  if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO)
    refuseFile(`expected a ratio of at most ${MAX_RATIO.toLocaleString("en-US")} to 1 either way, got ${shown(text)}`, line);
  return ratio;
}

const ratioIn = ({ body }: RecordRow): number => (body as StatedSplit).ratio;

/** One split per line, dated by the first session on the new share count (the ex-date). */
const splitList = ownList({
  id: "splits.list",
  title: "your own splits",
  required: ["ticker", "date", "ratio"],
  recognised: ["ticker", "ratio"],
  what: "split",
  rowOf: (cell, line, { seen }) => {
    const entity = readSymbol(cell("ticker"), line);
    const date = readIsoDate(cell("date"), line);
    if (seen !== undefined && date > addDays(seen, DAYS_AHEAD)) refuseFile(`${date} is more than a year ahead; check the year`, line);
    const body: StatedSplit = { ratio: ratioOf(cell("ratio"), line) };
    return { dataset: "split", entity, date, key: "", known: date, body, source: "user" };
  },
  twice: (before, row) => `${row.entity} is listed twice for ${row.date}, with ratios of ${ratioIn(before)} and ${ratioIn(row)}; keep the right one`,
});

/** The operator's own list of splits. It puts prices and per-share figures before and after a split on the same share basis. */
export const splits: Publisher = ownPublisher("splits", "Your own splits", [splitList]);
