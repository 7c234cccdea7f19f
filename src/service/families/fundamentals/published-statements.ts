import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { memoized } from "../../../contract/memoized";
import type { Metric } from "../../../contract/vocabulary";
import { jointOrigin, ofDataset } from "../../answers/answering";
import { lastPublicDay } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { publishedRows } from "../../answers/published-rows";
import type { PublishedValue } from "../../answers/published-value";
import { untilImport } from "../../answers/until-import";
import { servedDoubt, servedFigure } from "../../doubts/served-figure";
import {
  type FiledReport,
  type Filer,
  fullYearsOf,
  isAnnualOrQuarterly,
  otherFilingsOf,
  placeAsReport,
  quartersOf,
  type StatedPeriod,
  transitionsOf,
  type Vintage,
} from "../../records/filings";
import type { StoredRecord } from "../../records/record";
import { filerOf } from "../../store/records";
import type { RowsRead } from "../../store/rows-read";
import { endOfDay } from "../../time/time-zone";
import type { Filing, FiscalPeriod, Statement, Statements } from "./rows";

const symbols = untilImport(({ store }) => {
  const filerOfSymbol = new Map<string, string>();
  for (const { entity, body } of allFilers(store)) if (!filerOfSymbol.has(entity)) filerOfSymbol.set(entity, body.cik);
  return new Map([...groupedBy(filerOfSymbol, ([, of]) => of)].map(([of, found]) => [of, found.map(([symbol]) => symbol)]));
});

/** The symbols of a company, by its CIK. Of several sources of a symbol the first counts, as for cells. */
export const symbolsOfFiler = (context: Context, cik: string): readonly string[] => symbols(context).get(cik) ?? [];

const allFilers = ({ records }: Context["store"]): readonly StoredRecord<Filer>[] => records.across("filer", "0001-01-01", "9999-12-31", "9999-12-31");

/** Tickers of companies with an imported statement or filing. */
function tickers({ store }: Context): string[] {
  // The entity of statements and filings is the CIK, with a suffix for quarters and other forms.
  const filed = new Set((["statement", "filing"] as const).flatMap((dataset) => store.records.entities(dataset).map((e) => /^\d+/.exec(e)?.[0] ?? "")));
  if (filed.size === 0) return [];
  return allFilers(store).flatMap(({ entity, body }) => (filed.has(body.cik) ? [entity] : []));
}

/** Statements and filings by company. */
export const publishedFilers = publishedRows(["statement", "filing"], tickers);

/** The filer of a ticker if any of its filings were imported. Such a company has no sample rows. */
export const publishedFilerOf = untilImport(readFiler);

function readFiler({ store }: Context, ticker: string): Filer | undefined {
  const filer = filerOf(store, ticker);
  if (!filer) return undefined;
  const has = (dataset: "statement" | "filing", ...entities: readonly string[]) => entities.some((entity) => store.records.isPublished(dataset, entity));
  const { cik } = filer;
  return has("statement", fullYearsOf(cik), quartersOf(cik)) || has("filing", cik, otherFilingsOf(cik)) ? filer : undefined;
}

/** The address of a filing at the SEC. */
export const filingUrl = (cik: string, accession: string): string =>
  `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${accession}-index.htm`;

const filingOf = (cik: string, [filed, , accession, form]: Vintage): Filing => ({ form, filed, accession, url: filingUrl(cik, accession) });

/** What a filing states is public at the end of the day of filing. */
export const publishedOn = (filed: IsoDate): PublishedValue => ({ at: endOfDay(filed), basis: "stated", firstUnknown: false });

/** All values that count on some day, oldest first: those of a list until a list before it has one. */
const countedIn = (lists: readonly (readonly Vintage[])[]): readonly Vintage[] =>
  lists.reduceRight<readonly Vintage[]>((later, list) => {
    const [first] = list;
    return first ? [...later.filter(([filed]) => filed < first[0]), ...list] : later;
  }, []);

/** The publication of the value that counts on a day: with the first filing that states it and that no other value follows. */
function publishedFigure(lists: readonly (readonly Vintage[])[], served: Vintage, today: IsoDate): PublishedValue {
  const values = countedIn(lists);
  // Not the latest value, because the rest of the statement shows that the latest is no total.
  if (values.filter(([filed]) => filed <= today).pop()?.[1] !== served[1]) return publishedOn(served[0]);
  let first = values[0]!;
  let revisions = 0;
  for (const one of values)
    if (one[0] <= today && one[1] !== first[1]) {
      first = one;
      revisions++;
    }
  return { at: endOfDay(first[0]), basis: "stated", revisions, firstUnknown: false };
}

/** The inputs of a figure: free cash flow is computed from two. */
const inputsOf = (metric: Metric): readonly Metric[] => (metric === "free_cash_flow" ? ["operating_cash_flow", "capex"] : [metric]);

/** One period of a company as known on a day. Figures and filings are resolved lazily, because most cells read one figure. */
function filedStatement({ date, body }: StoredRecord<StatedPeriod>, cik: string, today: IsoDate): Statement {
  const { period, annual, currency, stated } = body;
  /** Kept, because each figure is compared with several others. */
  const figureOf = memoized((metric: Metric) => servedFigure(body, metric, today));
  const own = (metric: Metric): Vintage | undefined => figureOf(metric)?.served;
  function served(metric: Metric): Vintage | undefined {
    if (metric === "free_cash_flow") {
      const [operating, capex] = [own("operating_cash_flow"), own("capex")];
      // Not tagged in filings: operating cash flow less capital expenditure of the same period.
      if (operating && capex) return [operating[0] > capex[0] ? operating[0] : capex[0], operating[1] - capex[1], operating[2], operating[3], "computed"];
    }
    return own(metric);
  }
  /** The period's own report: of the filings known that state any of its figures, the first periodic report; without one, the first filing. */
  function ownReport(): Filing {
    let first: Vintage | undefined;
    for (const one of Object.values(stated).flat(2)) {
      const nearer = first ? placeAsReport(one[3]) - placeAsReport(first[3]) : -1;
      if (one[0] <= today && (nearer < 0 || (nearer === 0 && first && one[0] < first[0]))) first = one;
    }
    if (!first) throw new Error(`the statement of ${period} of CIK ${cik} states nothing`);
    return filingOf(cik, first);
  }
  return {
    period,
    annual,
    periodEnd: date,
    currency,
    get filing() {
      return ownReport();
    },
    figure: (metric) => served(metric)?.[1],
    filingOf: (metric) => {
      const by = served(metric);
      return by ? filingOf(cik, by) : ownReport();
    },
    publishedOf: (metric) => {
      const lists = stated[metric];
      const stands = own(metric);
      if (stands) return publishedFigure(lists ?? [], stands, today);
      const computed = served(metric);
      return computed && publishedOn(computed[0]);
    },
    statedFigure: (metric) => {
      const figure = figureOf(metric);
      return figure && { metric, ...figure };
    },
    doubtOf: (metric) =>
      inputsOf(metric)
        .map((input) => servedDoubt(body, input, today, own))
        .find((doubt) => doubt !== undefined),
    vintagesOf: (metric) => (stated[metric] ?? []).flat().filter(([filed]) => filed <= today),
  };
}

/** Days by which quarters of 12 to 17 weeks end before or after calendar quarters of the same name. */
const QUARTER_SHIFT_DAYS = 45;

/** The entity of a period of this name, and its first and last possible end. Undefined for any other text. */
function placeOf(period: string, cik: string): readonly [entity: string, from: IsoDate, to: IsoDate] | undefined {
  const [, fiscal, year, kind, number] = /^(?:(FY)?(\d{4}))(?:(Q|T)([1-4])?)?$/.exec(period) ?? [];
  if (year === undefined) return undefined;
  // A year of 52 or 53 weeks ends up to a week into January.
  const [from, to] = [`${year}-01-01`, addDays(`${year}-12-31`, 14)];
  if (fiscal !== undefined) return kind === undefined ? [fullYearsOf(cik), from, to] : undefined;
  if (kind === "T") return number === undefined ? [transitionsOf(cik), from, to] : [quartersOf(cik), addDays(from, -365), to];
  if (number === undefined) return undefined;
  const before = (4 - Number(number)) * 91;
  return [quartersOf(cik), addDays(from, -before - QUARTER_SHIFT_DAYS), addDays(to, -before + QUARTER_SHIFT_DAYS)];
}

/** In order of preference, if periods of several kinds end on one day. */
const ENTITIES = [fullYearsOf, transitionsOf, quartersOf] as const;

/** The imported statements of a company, as known on the service's date. A question for one period reads only that period's row. */
export const publishedStatements = untilImport(openStatements, (_context, { cik }) => cik);

/** Memoizes `make`, undefined included. Each use counts as reading the rows that it read. */
function once<T>({ reads }: Context["store"], make: () => T): () => T {
  let made: { readonly result: T; readonly rows: RowsRead } | undefined;
  return () => {
    if (made) reads.addRows(made.rows);
    else made = reads.watch(make);
    return made.result;
  };
}

function openStatements(context: Context, { cik }: Filer): Statements {
  const { store } = context;
  const today = lastPublicDay(context);
  // Most of it is read lazily, with the reader's context.
  store.reads.addRead(["statement", "filing"]);
  const { records } = store;
  const statementsOf = (rows: readonly StoredRecord<StatedPeriod>[]): Statement[] => rows.map((row) => filedStatement(row, cik, today));
  const newest = (entity: string, count: number): Statement[] => statementsOf(records.latest<StatedPeriod>("statement", entity, today, count));
  const ending = (date: IsoDate): Statement | undefined => {
    // A day that ends a quarter and a year means the year.
    for (const entity of ENTITIES) {
      const row = records.on<StatedPeriod>("statement", entity(cik), date, today);
      if (row) return filedStatement(row, cik, today);
    }
    return undefined;
  };
  const years = (count: number): Statement[] => newest(fullYearsOf(cik), count);
  // Figures and the list of filings are in separate documents.
  const stated = [fullYearsOf(cik), quartersOf(cik)].filter((entity) => records.isPublished("statement", entity));
  const origin =
    stated.length === 0
      ? ofDataset("sec", "filing", records.isPublished("filing", cik) ? cik : otherFilingsOf(cik))
      : jointOrigin(stated.map((entity) => ofDataset("sec", "statement", entity)));
  const latestYear = once(store, () => years(1)[0]);
  // Not cached here: the store caches recent rows, and a statement is large because it has every value ever stated for its period.
  const of = (period: string): Statement | undefined => {
    if (isIsoDate(period)) return ending(period);
    const [entity, from, to] = placeOf(period, cik) ?? [];
    if (entity === undefined || from === undefined || to === undefined) return undefined;
    // A fiscal year may end in any month, so up to five quarters end within these days.
    const row = records.lastWith<StatedPeriod>("statement", entity, JSON.stringify({ period }).slice(1, -1), from, to, today);
    return row?.body.period === period ? filedStatement(row, cik, today) : undefined;
  };
  // The list of filings may be older than the figures, or newer.
  const latestFiling = once(store, () => {
    const listed = records.latest<FiledReport>("filing", cik, today, 1).map(({ date, body: { form, accession, periodEnd } }) => ({
      filing: { form, filed: date, accession, url: filingUrl(cik, accession) },
      periodEnd: periodEnd ?? date,
    }));
    const isReported = ({ filing }: Statement): boolean => isAnnualOrQuarterly(filing.form);
    // The newest period may be stated by a prospectus only, which is rare.
    const stated = [quartersOf(cik), fullYearsOf(cik)].flatMap((entity) => newest(entity, 1).find(isReported) ?? newest(entity, 4).find(isReported) ?? []);
    return [...stated.map(({ filing, periodEnd }) => ({ filing, periodEnd })), ...listed].reduce<(typeof listed)[number] | undefined>(
      (a, b) => (!a || b.filing.filed >= a.filing.filed ? b : a),
      undefined,
    );
  });
  // Workbooks contain periods that are not filed yet. Cached names avoid reading all statements for each such cell.
  const periods = once(store, (): readonly FiscalPeriod[] =>
    ENTITIES.map((entity) => entity(cik))
      .flatMap((entity) => records.outline<Pick<StatedPeriod, "period" | "annual">>("statement", entity, ["period", "annual"], today))
      .map(({ date, body: { period, annual } }) => ({ period, annual, periodEnd: date }))
      .sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1)),
  );
  return { ...origin, latestYear, years: (most) => years(most).reverse(), of, periods, latestFiling };
}
