import fc from "fast-check";
import { isoOf, type IsoDate } from "../../../../src/contract/dates";
import type { PublishedRow } from "../../../../src/service/records/record";
import { readYields } from "./read-as";
import { RefusedFile } from "../../../../src/service/publishers/reading/text";
import { readSeries } from "../../../../src/service/publishers/own/series";

/** A layout as a test prints it: its columns by series, its dates, and its marks for a missing value. */
interface Printed {
  readonly header: (names: readonly string[]) => string;
  readonly columns: Readonly<Record<string, string>>;
  readonly date: (iso: IsoDate) => string;
  readonly missing: readonly string[];
  readonly source: PublishedRow["source"];
  readonly read: (text: string) => readonly PublishedRow[];
}

const yields = (text: string) => readYields(text).rows;
const us = (iso: IsoDate) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;
const same = (iso: IsoDate) => iso;

const LAYOUTS: Record<string, Printed> = {
  "the par yield curve": {
    header: (names) => `Date,${names.map((n) => `"${n}"`).join(",")}`,
    columns: { DGS1MO: "1 Mo", DGS1: "1 Yr", DGS10: "10 Yr", DGS30: "30 Yr" },
    date: us,
    missing: ["", "N/A"],
    source: "treasury",
    read: yields,
  },
  "the H.15 package": {
    header: (names) =>
      [
        ["Series Description", "text, with a comma"],
        ["Unit:", "Percent:_Per_Year"],
        ["Multiplier:", "1"],
        ["Currency:", "NA"],
      ]
        .map(([head, cell]) => [head, ...names.map(() => cell)].map((c) => `"${c}"`).join(","))
        .join("\n") + `\n"Unique Identifier: ",${names.map((n) => `"H15/H15/${n}"`).join(",")}\n"Time Period",${names.map((n) => `"${n}"`).join(",")}`,
    columns: { DGS3MO: "RIFLGFCM03_N.B", DGS10: "RIFLGFCY10_N.B", DFII10: "RIFLGFCY10_XII_N.B", EFFR: "RIFSPFF_N.B" },
    date: same,
    missing: ["", "ND"],
    source: "board",
    read: yields,
  },
  "the H.15 excerpt": {
    header: (names) => `date,${names.join(",")}`,
    columns: { DGS6MO: "M06", DGS2: "Y02", DGS10: "Y10" },
    date: same,
    missing: ["", "ND"],
    source: "board",
    read: yields,
  },
  "one series": {
    header: () => "date,value",
    columns: { DGS10: "value" },
    date: same,
    missing: ["", "."],
    source: "user",
    read: (text) => readSeries("DGS10", text),
  },
};

interface Grid {
  readonly series: readonly string[];
  readonly days: readonly { readonly date: IsoDate; readonly values: readonly (number | null)[]; readonly missingAs: number }[];
  readonly end: "\n" | "\r\n";
  readonly ended: boolean;
}

const DAY = 86_400_000;
// Never only first days of months: the parser refuses such a daily series.
const aDate = fc
  .integer({ min: Date.UTC(1962, 0, 2) / DAY, max: Date.UTC(2026, 0, 1) / DAY })
  .map((day) => isoOf(day * DAY))
  .filter((iso) => !iso.endsWith("-01"));
const aValue = fc.option(fc.integer({ min: -500, max: 3000 }).map((basisPoints) => basisPoints / 100));

const gridOf = (layout: Printed): fc.Arbitrary<Grid> =>
  fc.shuffledSubarray(Object.keys(layout.columns), { minLength: 1 }).chain((series) =>
    fc.record({
      series: fc.constant(series),
      days: fc.uniqueArray(fc.record({ date: aDate, values: fc.array(aValue, { minLength: series.length, maxLength: series.length }), missingAs: fc.nat(1) }), {
        selector: (d) => d.date,
        minLength: 1,
        maxLength: 6,
      }),
      end: fc.constantFrom("\n" as const, "\r\n" as const),
      ended: fc.boolean(),
    }),
  );

function print(layout: Printed, { series, days, end, ended }: Grid): string {
  const lines = days.map((d) => [layout.date(d.date), ...d.values.map((v) => (v === null ? layout.missing[d.missingAs] : v.toFixed(2)))].join(","));
  const text = [...layout.header(series.map((s) => layout.columns[s] ?? "")).split("\n"), ...lines].join(end);
  return ended ? text + end : text;
}

const key = (r: PublishedRow) => `${r.date} ${r.series} ${r.value} ${r.source}`;
const keysOf = (rows: readonly PublishedRow[]) => rows.map(key).sort();
const rowsIn = (layout: Printed, grid: Grid, days = grid.days): PublishedRow[] =>
  days.flatMap((d) =>
    grid.series.map((series, i) => ({ series, date: d.date, value: (d.values[i] ?? null) === 0 ? 0 : (d.values[i] ?? null), source: layout.source })),
  );

describe.each(Object.entries(LAYOUTS))("%s", (_, layout) => {
  it("is parsed into the rows that it was written from", () => {
    fc.assert(
      fc.property(gridOf(layout), (grid) => {
        expect(keysOf(layout.read(print(layout, { ...grid, ended: true })))).toEqual(keysOf(rowsIn(layout, grid)));
      }),
    );
  });

  it("is refused if cut anywhere, or gives the rows of its complete lines", () => {
    fc.assert(
      fc.property(gridOf(layout), fc.double({ min: 0, max: 1, noNaN: true }), (grid, share) => {
        const text = print(layout, grid);
        const cut = text.slice(0, Math.floor(text.length * share));
        let rows: readonly PublishedRow[];
        try {
          rows = layout.read(cut);
        } catch (e) {
          expect(e).toBeInstanceOf(RefusedFile);
          return;
        }
        const headLines = layout.header(grid.series).split("\n").length;
        const complete = grid.days.slice(0, Math.max(0, cut.split(/\r?\n/).length - 1 - headLines));
        const stated = new Set(keysOf(rowsIn(layout, grid)));
        expect(rows.filter((r) => !stated.has(key(r)))).toEqual([]);
        const got = new Set(rows.map(key));
        expect(keysOf(rowsIn(layout, grid, complete)).filter((k) => !got.has(k))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
