import { addDays, isIsoDate, isoOf, msOf, weekdayOf, type IsoDate } from "../../contract/dates";
import { seriesOf, SERIES, type Frequency, type Series } from "../../contract/series";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { LAYOUT, TableRefusal, type Asked, type TableData, type TableField, type TableKind } from "../kind";
import { DAY_FORMAT, formatOf } from "../number-formats";
import { requestPath, type Envelope, envelopeOf, given, required, rowsIn, rowsOrigin, serialIn } from "../read-body";

interface Point {
  readonly date: IsoDate;
  readonly value: number | null;
}

const PAGE = 5000;
/** Holds more than a lifetime of daily observations. */
const PAGES = 6;

const FREQUENCIES = ["published", "weekly", "monthly", "quarterly", "yearly"] as const;
type To = (typeof FREQUENCIES)[number];

/** What a start can be. */
export const START_HINT = "YYYY-MM-DD, or a time before the end that moves with each refresh: 10y, 18m, 90d";

export const RANGE_FIELDS: readonly TableField[] = [
  { id: "start", label: "Start", kind: "start", hint: `${START_HINT}; default: the first observation`, example: "10y" },
  { id: "end", label: "End", kind: "date", hint: "YYYY-MM-DD; default: the latest" },
  {
    id: "frequency",
    label: "Frequency",
    choices: [
      ["published", "As published"],
      ["weekly", "Weekly: last of each week"],
      ["monthly", "Monthly: last of each month"],
      ["quarterly", "Quarterly: last of each quarter"],
      ["yearly", "Yearly: last of each year"],
    ],
  },
  {
    id: "fill",
    label: "Missing dates",
    choices: [
      ["reason", "Show missing weeks, months, quarters and years, with the reason"],
      ["empty", "Show all missing dates, empty"],
      ["last", "Show all missing dates, with the last value"],
      ["none", "Leave out missing dates"],
    ],
    isStored: true,
  },
  {
    id: "order",
    label: "Order",
    choices: [
      ["oldest", "Oldest first"],
      ["newest", "Newest first"],
    ],
  },
];

/** The last day of the period that has this day. Weeks end on Friday. */
function periodEnd(date: IsoDate, to: Exclude<To, "published">): IsoDate {
  if (to === "weekly") return addDays(date, (5 - weekdayOf(date) + 7) % 7);
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const last = to === "monthly" ? month : to === "quarterly" ? Math.ceil(month / 3) * 3 : 12;
  return isoOf(Date.UTC(year, last, 0));
}

/** The next expected day after this one. */
function nextDay(date: IsoDate, frequency: Frequency | Exclude<To, "published">): IsoDate {
  if (frequency === "daily") {
    let next = addDays(date, 1);
    while (weekdayOf(next) === 0 || weekdayOf(next) === 6) next = addDays(next, 1);
    return next;
  }
  if (frequency === "weekly") return addDays(date, 7);
  const months = frequency === "monthly" ? 1 : frequency === "quarterly" ? 3 : 12;
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  // The end of a month is followed by the end of a month.
  const isEnd = msOf(addDays(date, 1)) === Date.UTC(year, month, 1);
  return isEnd ? isoOf(Date.UTC(year, month + months, 0)) : isoOf(Date.UTC(year, month - 1 + months, day));
}

interface Observed {
  readonly date: IsoDate;
  /** The day of the observation, if it is not that of the row. */
  readonly observed: IsoDate | undefined;
  readonly value: PlainContent;
}

/** What a row shows that the publisher left out, so that a formula over an offset of rows has the right row, and no number. */
const NOT_PUBLISHED = "n/a: no value published";

/** The points at this frequency: the last observation of each period, dated with the period's end. */
function atFrequency(points: readonly Point[], to: To): Observed[] {
  const known = points.filter(({ value }) => value !== null);
  if (to === "published") return known.map((p) => ({ ...p, observed: undefined }));
  const periods = new Map<IsoDate, Observed>();
  for (const { date, value } of known) periods.set(periodEnd(date, to), { date: periodEnd(date, to), observed: date, value });
  return [...periods.values()];
}

/** Adds the missing days. With `reason`, a day without a value is none: it may be a holiday. */
function filled(rows: readonly Observed[], rule: string, frequency: Frequency | Exclude<To, "published">): Observed[] {
  if (rule === "none" || (rule === "reason" && frequency === "daily")) return [...rows];
  const out: Observed[] = [];
  for (const row of rows) {
    let previous = out[out.length - 1];
    while (previous) {
      const date = nextDay(previous.date, frequency);
      if (date >= row.date) break;
      previous =
        rule === "last"
          ? { date, observed: previous.observed, value: previous.value }
          : { date, observed: undefined, value: rule === "reason" ? NOT_PUBLISHED : null };
      out.push(previous);
    }
    out.push(row);
  }
  return out;
}

const oneOf = <T extends string>(text: string, values: readonly T[], fallback: T): T => values.find((v) => v === text) ?? fallback;

export function rangeOf(asked: Asked) {
  const [start, end] = [given(asked, "start"), given(asked, "end")];
  if (end !== "" && !isIsoDate(end)) throw new TableRefusal(`End: expected a day such as 2024-06-25, got ${end}.`);
  if (start !== "" && !isIsoDate(start)) throw new TableRefusal(`Start: expected a day such as 2024-06-25, or a time such as 10y, 18m or 90d, got ${start}.`);
  if (start !== "" && end !== "" && start > end) throw new TableRefusal(`Start ${start} is after end ${end}. Swap them.`);
  return { start, end };
}

interface HistoryOf extends Pick<Series, "title" | "unit" | "decimals" | "frequency"> {
  /** Heading of the values. */
  readonly heading: string;
  readonly points: readonly Point[];
}

/** The rows of a history by the form's frequency, fill rule and order. */
export function historyData(asked: Asked, { title, heading, unit, decimals, frequency, points }: HistoryOf): Pick<TableData, "title" | "columns" | "rows"> {
  const to = oneOf(given(asked, "frequency"), FREQUENCIES, "published");
  const rows = filled(atFrequency(points, to), oneOf(given(asked, "fill"), ["none", "empty", "last", "reason"], "none"), to === "published" ? frequency : to);
  if (given(asked, "order") === "newest") rows.reverse();
  const day = (date: IsoDate | undefined): PlainContent => (date === undefined ? null : serialIn(date));
  return {
    title,
    columns: [
      { id: "date", heading: to === "published" ? "Date" : "Period end", format: DAY_FORMAT, key: true },
      { id: "value", heading, format: formatOf(unit, decimals) },
      ...(to === "published" ? [] : [{ id: "observed", heading: "Observed", format: DAY_FORMAT }]),
    ],
    rows: rows.map(({ date, value, observed }) => [day(date), value, ...(to === "published" ? [] : [day(observed)])]),
  };
}

/** All points of a range, oldest first. The service gives the newest of each request. */
export function* readPoints(path: string, { start, end }: ReturnType<typeof rangeOf>, member = "value") {
  let points: Point[] = [];
  let until = end;
  const replies: Envelope[] = [];
  for (let page = 0; page < PAGES; page++) {
    const body: unknown = yield requestPath(path, { limit: PAGE, from: start, to: until });
    const reply = envelopeOf(body);
    replies.push(reply);
    const rows = rowsIn(reply.data).flatMap((row): Point[] => {
      const { date, [member]: value } = row;
      return typeof date === "string" && isIsoDate(date) ? [{ date, value: typeof value === "number" ? value : null }] : [];
    });
    points = [...rows, ...points];
    if (!rows[0] || reply.count === undefined || reply.count <= rows.length) break;
    until = addDays(rows[0].date, -1);
  }
  return { points, ...rowsOrigin(replies) };
}

/** The observations of a series over time. */
export const HISTORY: TableKind = {
  id: "history",
  title: "History of a series",
  about: "Observations of a macro series: yields, rates, prices, balance sheets.",
  fields: [
    { id: "series", label: "Series", required: true, known: () => SERIES.map(({ id, title }) => [id, title]), example: "CPIAUCSL" },
    ...RANGE_FIELDS,
    LAYOUT,
  ],
  chart: { x: "date" },
  *read(asked) {
    const id = required(asked, "series", "Series", "CPIAUCSL").toUpperCase();
    const { start, end } = rangeOf(asked);
    const { points, ...origin } = yield* readPoints(`/v1/macro/fred/${encodeURIComponent(id)}/history`, { start, end });
    const series = seriesOf(id);
    return {
      ...historyData(asked, {
        title: series ? `${series.title} (${id})` : id,
        heading: series ? `${id}, ${series.unit}` : id,
        unit: series?.unit ?? "idx",
        decimals: series?.decimals ?? 2,
        frequency: series?.frequency ?? "daily",
        points,
      }),
      ...origin,
    };
  },
};
