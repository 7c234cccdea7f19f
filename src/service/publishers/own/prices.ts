import { shown } from "../../../contract/arguments";
import type { Close } from "../../records/equities";
import type { RecordRow } from "../../records/record";
import { symbolOf } from "../../records/symbols";
import { decodedText, readIsoDate, readNumber, RefusedFile } from "../reading/text";
import type { Feed, Publisher } from "../publisher";
import { headOf } from "../reading/read-json";
import { readTextTable, type TableLine } from "../reading/table";

const TITLE = "your own daily prices";
const REQUIRED = ["symbol", "date", "close"];
const OPTIONAL = ["adjusted_close", "volume"];

function columnsOf({ cells, number }: TableLine): ReadonlyMap<string, number> {
  const names = cells.map((c) => c.toLowerCase());
  const odd = names.find((n, i) => ![...REQUIRED, ...OPTIONAL].includes(n) || names.indexOf(n) !== i);
  const missing = REQUIRED.find((n) => !names.includes(n));
  if (odd !== undefined)
    throw new RefusedFile(`${shown(odd)} is unknown or appears twice; remove that column: symbol,date,close[,adjusted_close,volume]`, number);
  if (missing !== undefined) throw new RefusedFile(`the column ${missing} is missing; the header is symbol,date,close[,adjusted_close,volume]`, number);
  return new Map(names.map((n, i) => [n, i]));
}

function rowOf({ cells, number }: TableLine, columns: ReadonlyMap<string, number>): RecordRow[] {
  if (cells.length !== columns.size)
    throw new RefusedFile(`expected ${columns.size} cells, as in the header, got ${cells.length}: the line seems to be cut; correct it`, number);
  const text = (name: string): string => cells[columns.get(name) ?? -1] ?? "";
  const symbol = symbolOf(text("symbol"));
  if (!/^[A-Z0-9.]{1,12}$/.test(symbol)) throw new RefusedFile(`expected a symbol such as AAPL, got ${shown(text("symbol"))}`, number);
  const date = readIsoDate(text("date"), number);
  // A day without a close has no price.
  if (text("close") === "") return [];
  const price = (name: string): number => {
    const value = readNumber(text(name), name, number);
    if (value <= 0) throw new RefusedFile(`expected a price above 0 under ${name}, got ${value}; leave an unknown price blank`, number);
    return value;
  };
  const volume = text("volume") === "" ? null : readNumber(text("volume"), "volume", number);
  if (volume !== null && volume < 0) throw new RefusedFile(`expected a volume of 0 or more, got ${volume}`, number);
  const body: Omit<Close, "date"> & { readonly volume: number | null } = {
    close: price("close"),
    ...(text("adjusted_close") === "" ? {} : { adjusted: price("adjusted_close") }),
    volume,
  };
  return [{ dataset: "price", entity: symbol, date, key: "", known: date, body, source: "user" }];
}

/** Closes in US dollars as traded, one line per symbol and day, optionally with the close adjusted for splits and dividends, and the volume in shares. */
const dailyCloses: Feed = {
  id: "prices.daily",
  title: TITLE,
  looksLike: "symbol,date,close[,adjusted_close,volume]",
  recognises: ({ bytes }) => {
    const [first = ""] = headOf(bytes).trimStart().split(/\r?\n/);
    return /(^|,)\s*symbol\s*(,|$)/i.test(first) && /(^|,)\s*close\s*(,|$)/i.test(first);
  },
  parse: ({ bytes }) => {
    const { lines, ended } = readTextTable(decodedText(bytes));
    const [head, ...rest] = lines;
    if (!ended)
      throw new RefusedFile(
        "the file stops without a line end, so its last price may be cut short; add a line end if it is complete",
        lines[lines.length - 1]?.number,
      );
    const columns = columnsOf(head);
    const records = rest.flatMap((line) => rowOf(line, columns));
    const seen = new Map<string, string>();
    for (const { entity, date, body } of records) {
      const text = JSON.stringify(body);
      const before = seen.get(`${entity} ${date}`);
      if (before !== undefined && before !== text) throw new RefusedFile(`${entity} appears twice for ${date} with different prices; keep the right one`);
      seen.set(`${entity} ${date}`, text);
    }
    if (records.length === 0) throw new RefusedFile("there is no price in the file; add lines under the header");
    return { title: TITLE, rows: [], records };
  },
};

/** The operator's own prices. No publisher's prices may be redistributed without a licence. */
export const prices: Publisher = {
  id: "prices",
  name: "Your own prices",
  terms: {
    licence: "your own",
    url: "docs/own-files.md",
    text: "You bring the file and are responsible for the right to use it. Nothing is fetched.",
    defaultOn: true,
    redistribution: "unconfirmed",
  },
  feeds: [dailyCloses],
  politeness: { msBetween: 0 },
};
