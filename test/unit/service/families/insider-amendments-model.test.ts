import fc from "fast-check";
import { effectiveOn } from "../../../../src/service/families/insider/effective-reports";
import type { Report } from "../../../../src/service/families/insider/one-block";
import { ownership } from "../../../../src/service/publishers/sec/ownership";
import { many, SEED } from "../../../corpus";
import { form4Document, type Form4, type FormLine } from "../publishers/form4";

/* A model of what an owner traded. Each filing states a part of it, and the reports together must give the whole. */

interface Traded extends FormLine {
  readonly code: string;
  readonly title: string;
  readonly day: string;
  readonly shares: number;
  readonly price: number;
}
const FILED = "2025-06-12";
const reportOf = (of: Form4): Report => {
  const [record] = ownership.parse(form4Document(of)).records;
  return record as unknown as Report;
};
const inWords = ({ code, shares, price, day }: Traded): string => `${code} ${shares} at ${price} on ${day}`;
/** The lines that count as trades of the ticker's shares. */
const counting = (lines: readonly Traded[]): string[] => lines.filter(({ code, title }) => "PS".includes(code) && title === "Common Stock").map(inWords).sort(); // prettier-ignore
const tradesOf = (reports: readonly Report[], day = "2025-12-01"): string[] =>
  effectiveOn(day, reports)
    .flatMap(({ body }) => body.trades.map(({ side, shares, price, traded }) => `${side === "buy" ? "P" : "S"} ${shares} at ${price} on ${traded}`))
    .sort();

/** Lines that differ from each other in several members. */
const original = fc.integer({ min: 1, max: 3 }).map((n): Traded[] =>
  Array.from({ length: n }, (_, i) => {
    return { code: i === 1 ? "S" : "P", title: "Common Stock", day: `2025-06-1${2 - i}`, shares: 1000 * (i + 1) + i, price: 10 + 3 * i };
  }),
);
type Change = (lines: readonly Traded[], which: number) => { readonly after: readonly Traded[]; readonly states: readonly Traded[] };
const correct =
  (change: (line: Traded) => Traded): Change =>
  (lines, which) => {
    const i = which % lines.length;
    const corrected = change(lines[i]!);
    return { after: lines.map((line, j) => (j === i ? corrected : line)), states: [corrected] };
  };
const CHANGES: Readonly<Record<string, Change>> = {
  "the day": correct((line) => ({ ...line, day: line.day.replace("2025-06", "2025-05") })),
  "the shares": correct((line) => ({ ...line, shares: line.shares + 7 })),
  "the price": correct((line) => ({ ...line, price: line.price + 0.25 })),
  "the code": correct((line) => ({ ...line, code: line.code === "P" ? "J" : "F" })),
  "the security": correct((line) => ({ ...line, title: "Series A Preferred Stock" })),
  "direct or indirect": correct((line) => ({ ...line, nature: "I" })),
  "a forgotten trade": (lines) => {
    // Unlike the other lines, forgotten ones too.
    const n = lines.length;
    const more: Traded = { code: "P", title: "Common Stock", day: `2025-06-0${n}`, shares: 70_000 * n, price: 100 * n };
    return { after: [...lines, more], states: [more] };
  },
  "holdings only": (lines) => ({ after: lines, states: [] }),
  "all lines unchanged": (lines) => ({ after: lines, states: lines }),
};
const amendments = fc.array(fc.record({ change: fc.constantFrom(...Object.keys(CHANGES)), which: fc.nat({ max: 5 }), named: fc.boolean() }), { maxLength: 2 });

function filings(first: readonly Traded[], changes: readonly { readonly change: string; readonly which: number; readonly named: boolean }[]) {
  let lines = first;
  const reports = [reportOf({ lines: first, filed: FILED, period: "2025-06-10" })];
  for (const [i, { change, which, named }] of changes.entries()) {
    const { after, states } = CHANGES[change]!(lines, which);
    lines = after;
    const amendment = { form: "4/A", accession: `0000000005-25-00010${i}`, filed: `2025-07-0${i + 1}`, lines: states };
    reports.push(reportOf({ ...amendment, ...(named ? { original: FILED } : {}) }));
  }
  return { reports, lines };
}

it("the trades after amendments are those of the model, in any order of arrival", () => {
  const wrong = (first: readonly Traded[], changes: Parameters<typeof filings>[1], reversed: boolean): void => {
    const { reports, lines } = filings(first, changes);
    expect(tradesOf(reversed ? [...reports].reverse() : reports)).toEqual(counting(lines));
    expect(tradesOf(reports, "2025-06-30")).toEqual(counting(first));
  };
  fc.assert(fc.property(original, amendments, fc.boolean(), wrong), { seed: Number(SEED), numRuns: many(20_000, 500) });
});

it("an amendment without its original counts by itself", () => {
  for (const change of Object.keys(CHANGES)) {
    const lines = fc.sample(original, { seed: 1, numRuns: 1 })[0]!;
    const { states } = CHANGES[change]!(lines, 0);
    expect(tradesOf([reportOf({ form: "4/A", filed: "2025-07-01", original: FILED, lines: states })])).toEqual(counting(states));
  }
});

it("an amendment that corrects the owner replaces the report of the other owner", () => {
  const lines: readonly FormLine[] = [
    { shares: 500, after: 2500, title: "Common Stock" },
    { shares: 70, price: 11, after: 2570, title: "Common Stock" },
  ];
  const first = reportOf({ lines });
  const amendment = { form: "4/A", filed: "2025-07-01", original: FILED, accession: "0000000005-25-000009" };
  const corrected = { ...amendment, lines: [...lines].reverse(), owners: [{ cik: "6" }] };
  expect(effectiveOn("2025-12-01", [reportOf(corrected), first]).map(({ body }) => body.owners[0]!.cik)).toEqual(["6"]);
  // Another owner's equal trade has other holdings.
  const other = reportOf({ ...corrected, lines: [{ shares: 500, after: 2600, title: "Common Stock" }] });
  expect(effectiveOn("2025-12-01", [other, first])).toHaveLength(2);
});

it("an amendment that corrects a day by more than a quarter replaces the trade", () => {
  const first = reportOf({ lines: [{ shares: 500, after: 2500 }] });
  const lines = [{ day: "2025-02-10", shares: 500, after: 2500 }];
  const corrected = reportOf({ form: "4/A", filed: "2025-07-01", original: FILED, period: "2025-02-10", lines });
  expect(tradesOf([first, corrected])).toEqual(["P 500 at 10 on 2025-02-10"]);
});
