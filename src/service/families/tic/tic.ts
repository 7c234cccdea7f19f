import type { IsoDate } from "../../../contract/dates";
import { ofSeries } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { Family } from "../../answers/family";
import { isStale, staleText } from "../../answers/maximum-age";
import { untilImport } from "../../answers/until-import";
import { folded } from "../../names/economies";
import { economySpelled } from "../../records/economies";
import type { SourceId } from "../../records/attribution";
import { rounded } from "../../../contract/rounded";
import type { RowsName } from "../../store/freshness";
import { monthsFrom } from "../../time/calendar";

const PREFIX = "TIC.";
const TOTAL = "GrandTotal";
/** Lines of the table that are not one country. */
const SUMS: Readonly<Record<string, string>> = {
  [TOTAL]: "Grand total",
  AllOther: "All other",
  ForeignOfficial: "Of which foreign official",
  ForeignOfficialTreasuryBills: "Of which foreign official: Treasury bills",
  ForeignOfficialTBondsAndNotes: "Of which foreign official: Treasury bonds and notes",
};

/** One line of the table in one month, in billions of US dollars at the end of the month. */
export interface TreasuryHolding {
  /** Id of the line, such as UnitedKingdom or GrandTotal. */
  readonly holder: string;
  readonly name: string;
  readonly kind: "country" | "sum";
  /** The first day of the month. */
  readonly month: IsoDate;
  /** Null if the table does not state it. */
  readonly holdings_bn: number | null;
  /** Null if the month before is not known. */
  readonly change_1m_bn: number | null;
  readonly change_12m_bn: number | null;
  /** Percent of the grand total. */
  readonly share_pct: number | null;
  readonly source: SourceId;
  readonly provenance: readonly RowsName[];
}

/** The name of a line: its id in words, as the id has lost commas and blanks. */
const nameOf = (holder: string): string => SUMS[holder] ?? holder.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");

const seriesOf = (holder: string): string => `${PREFIX}${holder}`;
const kindOf = (holder: string): TreasuryHolding["kind"] => (holder in SUMS ? "sum" : "country");

export const isHolderSeries = (series: string): boolean => series.startsWith(PREFIX);

/** The line of the table that a series has. */
export function holderOfSeries(series: string): Pick<TreasuryHolding, "holder" | "name" | "kind"> {
  const holder = series.slice(PREFIX.length);
  return { holder, name: nameOf(holder), kind: kindOf(holder) };
}

const holders = ({ store }: Context): readonly string[] =>
  store.observations
    .series()
    .filter(isHolderSeries)
    .map((series) => series.slice(PREFIX.length));

function valueIn({ store }: Context, holder: string, month: IsoDate): number | null | undefined {
  return store.observations.between(seriesOf(holder), month, month)[0]?.value;
}

const DECIMALS = 1;
const change = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before == null ? null : rounded(now - before, DECIMALS);

function holdingIn(context: Context, holder: string, month: IsoDate): TreasuryHolding | undefined {
  const row = context.store.observations.between(seriesOf(holder), month, month)[0];
  if (!row) return undefined;
  const { value, source } = row;
  const total = valueIn(context, TOTAL, month);
  return {
    holder,
    name: nameOf(holder),
    kind: kindOf(holder),
    month,
    holdings_bn: value,
    change_1m_bn: change(value, valueIn(context, holder, monthsFrom(month, -1))),
    change_12m_bn: change(value, valueIn(context, holder, monthsFrom(month, -12))),
    share_pct: value === null || total == null || total <= 0 ? null : rounded((100 * value) / total, 2),
    source,
    provenance: ofSeries(source, seriesOf(holder)).provenance ?? [],
  };
}

export const NO_HOLDERS =
  "No foreign holders of Treasury securities are imported. They have no sample data. The operator can load them: npm run -s data -- update tic";

/** All lines of the newest known month: countries by their holdings, then the sums. Or why they are not shown, such as a month that is too old to be the latest. */
export const latestMonth = untilImport(readLatest);

function readLatest(context: Context) {
  const today = context.clock.today();
  const all = holders(context);
  if (all.length === 0) return { rows: [], whyEmpty: NO_HOLDERS };
  const month = context.store.observations.latest(seriesOf(TOTAL), today, 1)[0]?.date;
  if (month === undefined)
    return { rows: [], whyEmpty: `No foreign holders of Treasury securities were known on ${today}. Use a later day, or import earlier tables.` };
  if (isStale("foreign_holders", month, today))
    return { rows: [], whyEmpty: staleText("foreign_holders", "the foreign holders", month, today, "Load a newer table, or name one holder.").full };
  const rows = all.flatMap((holder) => holdingIn(context, holder, month) ?? []);
  const place = ({ kind, holder, holdings_bn }: TreasuryHolding): number => (kind === "sum" ? -1 - Object.keys(SUMS).indexOf(holder) : (holdings_bn ?? 0));
  return { rows: rows.toSorted((a, b) => place(b) - place(a) || (a.holder < b.holder ? -1 : 1)) };
}

/** The known months of one holder from a month on, newest first. */
export function monthsOf(context: Context, holder: string, from: IsoDate): readonly TreasuryHolding[] {
  const months = context.store.observations.between(seriesOf(holder), from, context.clock.today());
  return months.toReversed().flatMap(({ date }) => holdingIn(context, holder, date) ?? []);
}

const sortedWords = (text: string): string => folded(text).split(" ").sort().join(" ");

/** The id of a holder by its id, its name in any order of words, or a country's code; undefined if no line is called so. */
export function holderNamed(context: Context, asked: string): string | undefined {
  const all = holders(context);
  const find = (text: string): string | undefined => {
    const [joined, words] = [folded(text).replaceAll(" ", ""), sortedWords(text)];
    return all.find((holder) => holder.toUpperCase() === joined) ?? all.find((holder) => sortedWords(nameOf(holder)) === words);
  };
  const area = economySpelled(asked.trim().toUpperCase());
  return find(asked) ?? (area && find(area.title));
}

/** The names of all lines, for suggestions. */
export const holderNames = (context: Context): readonly string[] => holders(context).map(nameOf);

/** Foreign holders of Treasury securities, from the Treasury International Capital System. No cell shows them, and they have no sample data. */
export const treasuryHoldings: Family = {
  name: "tic",
  functions: {},
  rows: {
    names: (context) => new Set(holders(context)),
    newest: (context) => context.store.observations.latest(seriesOf(TOTAL), context.clock.today(), 1)[0]?.date,
  },
  basis: "none",
};
