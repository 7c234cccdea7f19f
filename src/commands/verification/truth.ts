import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isoOf } from "../../contract/dates";
import { append, groupedBy } from "../../contract/lists";
import { parseByFeed } from "../../service/ingest/ingest-document";
import { publisherOf } from "../../service/publishers/all";
import type { Parsed } from "../../service/publishers/publisher";
import type { PublishedMarket } from "../../service/records/prediction";
import { type Io, ROOT, UsageError } from "../io";
import { defineCommand } from "../options";
import {
  agrees,
  byImports,
  evaluated,
  inTemporaryFolder,
  needsCollection,
  OWN_CASES,
  ownCases,
  dataRefusal,
  repliesTo,
  runOwnCases,
  verdict,
  type Verdict,
} from "./own-cases";

/** The members of a `row` case that identify its row. */
interface Picked {
  readonly family: string;
  readonly pick?: string;
}

type RowReader = (pick: string, parsed: Parsed) => unknown;

/** CUSIPs of funds, which cases name by ticker. */
const FUND_CUSIPS: Readonly<Record<string, string>> = { SPY: "78462F103" };

/** By family: finds the row that a case is about, and gives its figures the names that the case uses. */
const READERS: Readonly<Record<string, RowReader>> = {
  // Cases expect null for a market without a known probability.
  prediction: (pick, { records }) => {
    const named = records.find((r) => pick.split(" ").includes(r.entity)) ?? (records.length === 1 ? records[0] : undefined);
    if (named?.dataset === "order_book") return named.body;
    const body = named?.body as PublishedMarket | undefined;
    return body?.yes_probability == null ? null : { ...body, volume: body.volume_usd };
  },
  congress: (_, { records }) => ({
    filings: records.length,
    type_P: records.filter((r) => (r.body as { readonly filing_type?: string }).filing_type === "P").length,
  }),
  treasury_curve: (pick, { records }) => {
    const [, tenor, month] = /^(\w+) monthly average (\d{4}-\d{2})$/.exec(pick) ?? [];
    return (records.find((r) => r.dataset === "rate_average" && r.entity === tenor && r.date === `${month}-01`)?.body as { rate?: number } | undefined)?.rate;
  },
  // A case ends with the contract's code and the date.
  cot: (pick, { records }) => records.find((r) => pick.endsWith(` ${r.entity} ${r.date}`))?.body,
  "13f": (pick, { reports = [] }) => {
    const [, accession, ticker = ""] = /^filing ([\d-]+), issuer (\S+)/.exec(pick) ?? [];
    // 13F reports name no tickers. Cases compare by CUSIP if the ticker is not resolved.
    const cusip = FUND_CUSIPS[ticker];
    const report = reports.find((r) => r.accession === accession);
    const holding = report?.holdings.find((h) => h.ticker === ticker || h.cusip === cusip);
    if (!report || !holding) return undefined;
    const { shares, raw_value, value } = holding;
    return { shares, raw_value, value_usd: value, table_total_usd: report.total, unit: report.unit, period: report.period, filed: report.filed };
  },
  tic: (pick, { rows }) => Object.fromEntries(rows.filter((r) => pick.endsWith(r.date.slice(0, 7))).map((r) => [r.series.replace("TIC.", ""), r.value])),
};

/** Finds the row of a case in a parsed document, with the members to compare; undefined if there is none. */
export const rowOf = ({ family, pick = "" }: Picked, parsed: Parsed): unknown => READERS[family]?.(pick, parsed);

const HELP = `Compares the service with published values.

  npm run truth                 every case of ../shared/data/public/truth_cases.json and of test/truth/*.json
  npm run truth -- T065 A001    only these cases
  --failed                      prints only wrong answers

Files are imported into a temporary database, for each case or for several with the same files, and the questions are evaluated. Format of a case: test/truth/README.md.`;

/** A case about one published value: its file, the question, and the expected answer. */
interface TruthCase {
  readonly id: string;
  readonly family: string;
  readonly source_file: string;
  readonly tolerance: number;
  readonly as_of?: string;
  /** The day on which the value was public. Asked instead of `as_of`. */
  readonly as_of_public?: string;
  readonly door: "cell" | "rest" | "row";
  readonly asks?: readonly { readonly ask: string; readonly expect: unknown }[];
  readonly get?: string;
  readonly pick?: string;
  readonly expect?: unknown;
}

/** The publisher of a file of the collection. A folder has its publisher's id, except the House's. */
function publisherFor(file: string): string {
  const [folder = "", name = ""] = [path.dirname(file).split("/")[0], path.basename(file)];
  if (name.startsWith("dts_")) return "fiscaldata";
  if (folder === "treasury" && !name.startsWith("daily-treasury")) return "board";
  if (folder === "perps") return name.split("_")[0] ?? "";
  return publisherOf(folder === "house_ptr" ? "house" : folder)?.id ?? "";
}

/** Arguments of `data -- import` for a file of the collection, without the file. */
export function importWords(file: string): string[] {
  const series = /^fred_series\/(\w+)\.csv$/.exec(file)?.[1];
  return series ? ["series", series] : [publisherFor(file)];
}

interface Place {
  readonly collection: string;
  readonly folder: string;
  readonly io: Io;
}

async function askCells({ folder, io }: Place, { id, asks = [], as_of, as_of_public, tolerance }: TruthCase): Promise<Verdict[]> {
  const formulas = asks.map(({ ask }) => ask);
  return (await evaluated(formulas, folder, as_of_public ?? as_of, io)).map((got, i) => {
    const { ask, expect } = asks[i]!;
    const v = verdict(id, ask, expect, got.value ?? null, tolerance);
    // A sample value that equals the expected one is still wrong.
    const right = v.right && got.sample !== true && (expect !== null || (got.shows ?? "").startsWith("n/a: "));
    return { ...v, got: got.value === null || got.value === undefined ? (got.shows ?? "nothing") : `${v.got}${got.sample ? " (sample)" : ""}`, right };
  });
}

async function askRest({ folder, io }: Place, { id, get = "", pick = "", as_of, expect, tolerance }: TruthCase): Promise<Verdict[]> {
  const [reply] = await repliesTo([get], folder, as_of, io);
  const { data: found, detail } = reply!.body as { data?: unknown; detail?: unknown };
  const rows = (Array.isArray(found) ? found : [found]) as Record<string, unknown>[];
  // A case identifies its row by long numbers in its text, such as a document's number or a time.
  const marks = pick.match(/\d{5,}/g) ?? [];
  // A document may have several rows with these numbers; any of them may be the expected one.
  const marked = rows.filter((r) => marks.length > 0 && marks.every((m) => JSON.stringify(r).includes(m)));
  const row = reply!.status !== 200 ? detail : (marked.find((r) => agrees(expect, r, tolerance)) ?? marked[0] ?? rows[0]);
  return [verdict(id, get, expect, row ?? null, tolerance)];
}

function askRow({ collection, io }: Place, of: TruthCase): Verdict[] {
  const { id, source_file, pick = "", expect, tolerance } = of;
  const name = path.basename(source_file);
  const publisher = publisherOf(importWords(source_file)[0] ?? "");
  if (!publisher) return [verdict(id, pick, expect, "no such publisher", tolerance)];
  const parsed: Parsed = parseByFeed(publisher.feeds, { name, bytes: readFileSync(path.join(collection, source_file)), seen: isoOf(io.now()) });
  return [verdict(id, pick, expect, rowOf(of, parsed) ?? null, tolerance)];
}

/** Cases about the same file, which is imported once for all of them. */
export const byFile = (cases: readonly TruthCase[]): readonly (readonly TruthCase[])[] => [...groupedBy(cases, ({ source_file }) => source_file).values()];

/** Runs cases about the same file. If the file is refused, that is the only verdict of each case that asks. */
export async function runCases(cases: readonly TruthCase[], collection: string, io: Io): Promise<Verdict[]> {
  const failed = ({ id, pick, get, source_file, expect = "an answer" }: TruthCase, message: string): Verdict =>
    verdict(id, pick ?? get ?? source_file, expect, message, 0);
  return inTemporaryFolder(cases, failed, async (folder) => {
    const place: Place = { collection, folder, io };
    const file = cases.find(({ door }) => door !== "row")?.source_file;
    const refusal = file === undefined ? undefined : await dataRefusal(["import", ...importWords(file), path.join(collection, file)], folder, io);
    const verdicts: Verdict[] = [];
    for (const of of cases) {
      if (of.door === "row") append(verdicts, askRow(place, of));
      else if (refusal !== undefined) verdicts.push(verdict(of.id, `import ${of.source_file}`, "taken", refusal, 0));
      else append(verdicts, await (of.door === "cell" ? askCells(place, of) : askRest(place, of)));
    }
    return verdicts;
  });
}

const COLLECTION = path.resolve(ROOT, "..", "shared", "data", "public");

export const truthCases = (collection: string): readonly TruthCase[] =>
  (JSON.parse(readFileSync(path.join(collection, "truth_cases.json"), "utf8")) as { cases: readonly TruthCase[] }).cases;

/** Runs groups of cases and prints the verdicts. Returns the number of wrong answers. */
async function report<T>(
  name: string,
  groups: readonly (readonly T[])[],
  judged: (cases: readonly T[]) => Promise<Verdict[]>,
  io: Io,
  failedOnly: boolean,
): Promise<number> {
  let [right, wrong] = [0, 0];
  for (const cases of groups)
    for (const v of await judged(cases)) {
      if (v.right) right++;
      else wrong++;
      if (v.right && failedOnly) continue;
      io.out(`${v.right ? "right" : "WRONG"}  ${v.id}  ${v.asked}  expected ${v.expected.slice(0, 120)}${v.right ? "" : `, got ${v.got.slice(0, 160)}`}`);
    }
  if (groups.length > 0) io.out(`${name}: ${right} right, ${wrong} wrong, of ${groups.flat().length} cases`);
  return wrong;
}

/** `npm run truth`: runs the published cases and this project's own. Exit status 1 if an answer is wrong, 2 if cases were skipped. */
export const truthCommand = defineCommand("truth", HELP, async ({ values, positionals }, io) => {
  const failedOnly = values.failed === true;
  const asked = ({ id }: { readonly id: string }): boolean => positionals.length === 0 || positionals.includes(id);
  const isThere = existsSync(path.join(COLLECTION, "truth_cases.json"));
  if (!isThere) io.err(`There are no published files at ${COLLECTION}: they are not part of this project. Cases that need them are skipped.`);
  if (!existsSync(OWN_CASES)) io.err(`There are no cases at ${OWN_CASES}. They are part of the sources: run the command in a checkout.`);
  const published = isThere ? truthCases(COLLECTION).filter(asked) : [];
  const own = ownCases().filter((of) => asked(of) && (isThere || !needsCollection(of)));
  if (positionals.length > 0 && published.length + own.length === 0) throw new UsageError(`No case has the id ${positionals.join(" or ")}.`);
  let wrong = await report("Published cases", byFile(published), (cases) => runCases(cases, COLLECTION, io), io, failedOnly);
  wrong += await report("Own cases", byImports(own), (cases) => runOwnCases(cases, COLLECTION, io), io, failedOnly);
  if (wrong > 0) return 1;
  return isThere ? 0 : 2;
});
