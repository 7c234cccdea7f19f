import { memoized } from "../../../contract/memoized";
import type { CaveatId } from "../../../contract/caveats";
import type { IsoDate } from "../../../contract/dates";
import { provenanceOf } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isReason, type FamilyAnswer } from "../../answers/family";
import { inSlices } from "../in-slices";
import { readPeers } from "../relative-value/relative-value";
import { isSampleOn } from "../sample-switch";
import { publisherState } from "../smart-money/read-components";
import { publishedFilerOf } from "../fundamentals/published-statements";
import type { SourceId } from "../../records/attribution";
import { lastReleaseTime } from "../../releases/releases";
import { DECLARED_COLUMNS, LEVELS, subjectsOf, type Subject } from "./columns";

/** Where the value of one cell comes from, as its answer says. */
export interface CellProvenance {
  readonly source: SourceId;
  /** A day, or a period's last day. */
  readonly observation_date?: IsoDate;
  readonly caveats?: readonly CaveatId[];
  readonly sample?: true;
}

/** One field of all names, in the order of the names. */
export interface ScreenerColumn {
  /** Null if unknown. */
  readonly values: readonly (number | string | null)[];
  /** Why a value is null, at most 60 characters. */
  readonly reasons: readonly (string | undefined)[];
  readonly sources: readonly (readonly SourceId[])[];
  /** Undefined if a cell uses no rows, such as a description of the symbol. */
  readonly provenance: readonly (CellProvenance | undefined)[];
  readonly caveats: readonly CaveatId[];
  /** What numbers and levels are compared by; NaN if unknown. All NaN for an enumeration. */
  readonly ranks: Float64Array;
}

/** The figures of all names at one moment. */
export interface ScreenerTable {
  readonly tickers: readonly string[];
  /** The companies' names; null if unknown. */
  readonly companies: readonly (string | null)[];
  /** When a name's published rows were last confirmed: the oldest of several. Undefined if it has only sample rows. */
  readonly confirmed: readonly (string | undefined)[];
  readonly columns: ReadonlyMap<string, ScreenerColumn>;
}

const NO_SOURCE: readonly SourceId[] = [];
/** The same lists of sources for all cells, because a table has hundreds of thousands of them. */
const shared = memoized((sources: readonly SourceId[]) => sources, { by: (sources) => sources.join(" ") });

function sourcesOf(answer: FamilyAnswer): readonly SourceId[] {
  if (isReason(answer)) return NO_SOURCE;
  const parts = (answer.components ?? []).flatMap((c) => ("absent" in c ? [] : [c.source]));
  // A description of a symbol uses no rows.
  const own = answer.sample || answer.source !== "sample" ? [answer.source] : [];
  return shared([...new Set([...own, ...parts])].sort());
}

/** The provenance of an answer. One object serves all cells with the same: a table has hundreds of thousands of cells and a few hundred origins. */
function provenanceIn(seen: Map<string, CellProvenance>, { source, sample, observation_date, caveats = [] }: FamilyAnswer): CellProvenance | undefined {
  // An answer about a name alone uses no rows, sample or published.
  if (!sample && source === "sample") return undefined;
  const key = `${source} ${sample} ${observation_date} ${caveats.join(" ")}`;
  const known = seen.get(key);
  if (known) return known;
  const made = { source, ...(observation_date && { observation_date }), ...(caveats.length > 0 && { caveats }), ...(sample && { sample }) };
  seen.set(key, made);
  return made;
}

const rankOf = (levels: readonly string[] | undefined, value: unknown): number =>
  typeof value === "number" ? value : levels === undefined ? NaN : levels.indexOf(String(value));

/** The row of one symbol; undefined if no figure of it is known. The answers are large, so they are not kept. */
function rowOf(subject: Subject, seen: Map<string, CellProvenance>) {
  const answers = DECLARED_COLUMNS.map(({ read }) => read(subject));
  if (answers.every((a, i) => isReason(a) || DECLARED_COLUMNS[i]!.describes)) return undefined;
  const { context, instrument, listed, ticker } = subject;
  const provenance = [...new Set(answers.flatMap(provenanceOf))];
  return {
    ticker,
    company: listed ? instrument.name : (publishedFilerOf(context, ticker)?.name ?? null),
    confirmed: provenance.length > 0 ? context.store.freshness.oldest(provenance) : undefined,
    values: answers.map((a) => (isReason(a) ? null : (a.value as number | string))),
    reasons: answers.map((a) => (isReason(a) ? a.reason : undefined)),
    sources: answers.map(sourcesOf),
    provenance: answers.map((a) => provenanceIn(seen, a)),
    caveats: answers.map((a) => a.caveats ?? []),
  };
}

async function build(context: Context): Promise<ScreenerTable> {
  const rows: NonNullable<ReturnType<typeof rowOf>>[] = [];
  const subjects = await subjectsOf(context);
  const caveats = DECLARED_COLUMNS.map(() => new Set<CaveatId>());
  const seen = new Map<string, CellProvenance>();
  await readPeers(context);
  await inSlices(context, subjects, (subject) => {
    const row = rowOf(subject, seen);
    if (!row) return;
    row.caveats.forEach((ids, i) => ids.forEach((id) => caveats[i]!.add(id)));
    rows.push({ ...row, caveats: [] });
  });
  return {
    tickers: rows.map((r) => r.ticker),
    companies: rows.map((r) => r.company),
    confirmed: rows.map((r) => r.confirmed),
    columns: new Map(
      DECLARED_COLUMNS.map(({ name }, i): [string, ScreenerColumn] => {
        const values = rows.map((r) => r.values[i]!);
        const levels = LEVELS[name];
        return [
          name,
          {
            values,
            reasons: rows.map((r) => r.reasons[i]),
            sources: rows.map((r) => r.sources[i]!),
            provenance: rows.map((r) => r.provenance[i]),
            caveats: [...caveats[i]!].sort(),
            ranks: Float64Array.from(values, (v) => (v === null ? NaN : rankOf(levels, v))),
          },
        ];
      }),
    ),
  };
}

/** Size of a table in the cache, in characters: one of all published names has half a million cells. */
const TABLE = 16_000_000;

/** Begins a table. It is given up once all requests that wait for it have hung up, or if it fails. */
function begin(context: Context, imports: number) {
  const stop = new AbortController();
  let waiting = 0;
  let isGivenUp = false;
  const table = build({ ...context, signal: stop.signal });
  const made = {
    imports,
    table,
    /** Counts a request that waits for the table. Without a signal the table is completed in any case. */
    wait: (signal: AbortSignal | undefined): void => {
      waiting += signal ? 1 : Infinity;
      signal?.addEventListener("abort", () => {
        if (--waiting > 0) return;
        isGivenUp = true;
        stop.abort(signal.reason);
      });
    },
    /** True once it has failed, or nobody waits for it any more. */
    isGivenUp: (): boolean => isGivenUp,
  };
  table.then(
    () => made.wait(undefined),
    () => (isGivenUp = true),
  );
  return made;
}

/**
 * The table as of the context's moment. It is made once for all queries until the next import, until the next time of day at which something is published, or until
 * the operator decides on sample data or a publisher. Other requests are answered while it is made.
 */
export function screenerTable(context: Context): Promise<ScreenerTable> {
  const { store, clock, signal } = context;
  signal?.throwIfAborted();
  const shelf = store.reads.shelf(clock.follows ? "now" : "asked", "screener");
  const moment = clock.follows ? lastReleaseTime(clock.moment()) : clock.moment();
  const key = `${clock.today()} ${moment} ${isSampleOn(store.decisions)} ${publisherState(context)}`;
  const imports = store.records.version();
  let made = store.reads.find(shelf, key) as ReturnType<typeof begin> | undefined;
  if (made?.imports !== imports || made.isGivenUp()) {
    made = begin(context, imports);
    store.reads.add(shelf, key, made, new Map(), TABLE);
  }
  // The table as of now is for the next request too.
  made.wait(clock.follows ? undefined : signal);
  return made.table;
}
