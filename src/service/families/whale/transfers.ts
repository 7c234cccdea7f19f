import { memoized } from "../../../contract/memoized";
import { addDays, daysBetween, type IsoDate, isoOf } from "../../../contract/dates";
import type { WhaleAsset } from "../../../contract/vocabulary";
import { ofDataset, type Origin, SAMPLE, sampled, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import {
  type AddressLabel,
  type BlockSpan,
  type CoverageSpan,
  type Direction,
  type LabelConfidence,
  type PublishedTransfer,
  reachFrom,
  type WhaleTransfer,
  type WhaleWindow,
} from "../../records/crypto";
import type { StoredRecord } from "../../records/record";
import { HOUR_MS } from "../../time/durations";
import { coverageSpans } from "../coverage";
import { sampleWhaleWindow } from "./sample";

/** Maximum time without a row between two lines of a file, or before the first block of a window. */
const QUIET_MS = HOUR_MS;
/** Maximum time between the last row and the end of the window. */
const LATE_MS = 3 * QUIET_MS;

const isBlock = (span: CoverageSpan): span is BlockSpan => "height" in span;
const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Joins consecutive blocks into runs. A missing height starts a new run. */
function runsOf(blocks: readonly BlockSpan[]): (CoverageSpan & { readonly first: number; readonly last: number })[] {
  const runs: { from_ms: number; to_ms: number; first: number; last: number }[] = [];
  for (const { height, from_ms, to_ms } of [...blocks].sort((a, b) => a.height - b.height)) {
    const run = runs[runs.length - 1];
    if (!run || height > run.last + 1) runs.push({ from_ms, to_ms, first: height, last: height });
    // Block times may go back a little, so blocks are ordered by height.
    else Object.assign(run, { from_ms: Math.min(run.from_ms, from_ms), to_ms: Math.max(run.to_ms, to_ms), last: height });
  }
  return runs;
}

/** Why an asset's rows do not cover the whole window, in words; undefined if they do. */
export function notReached(context: Context, asset: string, after: number, upTo: number): string | undefined {
  const spans = coverageSpans<CoverageSpan>(context, `whale_transfer ${asset}`, after, upTo);
  const hours = Math.round((upTo - after) / HOUR_MS);
  const window = `${hours === 1 ? "hour" : `${hours} hours`} up to ${minuteOf(upTo)}`;
  if (spans.length === 0) return `No transfer of ${asset} is loaded for the ${window}. Import newer ones.`;
  const runs = runsOf(spans.filter(isBlock));
  const files = spans.filter((s) => !isBlock(s));
  for (const [i, run] of runs.entries()) {
    const before = runs[i - 1];
    if (!before || (reachFrom(files, before.to_ms, QUIET_MS) ?? 0) >= run.from_ms) continue;
    const [from, to] = [before.last + 1, run.first - 1];
    return `${from === to ? `Block ${from} is` : `Blocks ${from} to ${to} are`} missing. Import ${from === to ? "it" : "them"} too.`;
  }
  const all = [...runs, ...files].sort((a, b) => a.from_ms - b.from_ms);
  const reach = reachFrom(all, after, QUIET_MS);
  if (reach === undefined) return `The loaded transfers of ${asset} begin at ${minuteOf(all[0]!.from_ms)}, later than the ${window}. Import earlier ones.`;
  if (reach < upTo - LATE_MS) return `The loaded transfers of ${asset} end at ${minuteOf(reach)}, too early for the ${window}. Import newer ones.`;
  return undefined;
}

/** The asset has rows, but they do not cover the whole window, so a sum would be too small. */
export interface NotReached {
  readonly missing: string;
  readonly newest?: IsoDate;
}

type Labels = ReadonlyMap<string, AddressLabel>;

/** Labels have no date of their own: they are stored on this day. */
const LABEL_DAY: IsoDate = "2009-01-03";

/** Labels by address and by the owner's name, because files use either. An address takes precedence over a name. */
const labelsOf = untilImport(({ clock, store }): Labels => {
  const rows = store.records.across<AddressLabel>("address_label", LABEL_DAY, LABEL_DAY, clock.today());
  return new Map([...rows.map((r) => [r.body.entity.toLowerCase(), r.body] as const), ...rows.map((r) => [r.entity, r.body] as const)]);
});

/** A label, and whether it is that of every address. */
interface Owner extends AddressLabel {
  readonly isExact: boolean;
}

/** The owner's label. If several addresses paid together, a label of one is the label of all, because one owner signed for each. */
function labelOf(labels: Labels, addresses: readonly string[]): Owner | undefined {
  const found = addresses.flatMap((a) => labels.get(a) ?? labels.get(a.toLowerCase()) ?? []);
  const label = found.find((l) => l.kind === "exchange") ?? found[0];
  return label && { ...label, isExact: found.length === addresses.length && found.every((l) => l.entity === label.entity) };
}

function directionBy(from: AddressLabel | undefined, to: AddressLabel | undefined): Direction {
  const [out, into] = [from?.kind === "exchange", to?.kind === "exchange"];
  if (out && into) return "exchange_transfer";
  return into ? "exchange_inflow" : out ? "exchange_outflow" : "whale_transfer";
}

function confidenceOf({ direction, internal }: PublishedTransfer, owners: readonly Owner[]): LabelConfidence | null {
  if (direction !== null || (internal !== null && owners.length === 0)) return "stated";
  if (owners.length === 0) return null;
  return owners.every((o) => o.isExact) ? "exact" : "heuristic";
}

function transferOf(asset: WhaleAsset, body: PublishedTransfer, labels: Labels): WhaleTransfer {
  const from = labelOf(labels, body.from);
  const to = body.to === null ? undefined : labelOf(labels, [body.to]);
  const same = from !== undefined && from.entity.toLowerCase() === to?.entity.toLowerCase();
  const owners = [from, to].filter((o) => o !== undefined);
  return {
    asset,
    at: body.time_ms,
    usd: body.usd,
    // The file's direction takes precedence over labels.
    direction: body.direction ?? directionBy(from, to),
    is_internal_transfer: body.internal ?? same,
    internal_transfer_unverified: body.internal === null && same && !owners.every((o) => o.isExact),
    label_confidence: confidenceOf(body, owners),
    transaction: body.transaction,
    from: body.from,
    to: body.to,
    from_label: from?.entity ?? null,
    to_label: to?.entity ?? null,
  };
}

/** A transaction that both the node and a file state on a day counts once, as the node states it. */
function once(rows: readonly StoredRecord<PublishedTransfer>[]): readonly PublishedTransfer[] {
  const nameOf = ({ date, body }: StoredRecord<PublishedTransfer>): string => `${date} ${body.transaction}`;
  const ofNode = new Set(rows.filter((r) => r.body.valued).map(nameOf));
  return rows.filter((r) => r.body.valued !== undefined || !ofNode.has(nameOf(r))).map((r) => r.body);
}

/** Labelled transfers; `stated` if its file gives the direction. */
function labelled(context: Context, asset: WhaleAsset, first: IsoDate, last: IsoDate) {
  const labels = labelsOf(context);
  const rows = once(context.store.records.between<PublishedTransfer>("whale_transfer", asset, first, last, context.clock.today()));
  return rows.map((t) => ({ ...transferOf(asset, t, labels), stated: t.direction !== null }));
}

/** These stored transfers of an asset with their labels. Undefined for one of a file that the node states too. */
export function labelledTransfers(
  context: Context,
  asset: WhaleAsset,
  rows: readonly StoredRecord<PublishedTransfer>[],
): readonly (WhaleTransfer | undefined)[] {
  const labels = labelsOf(context);
  const ofNode = memoized((date: IsoDate): ReadonlySet<string> => {
    const onDate = context.store.records.between<PublishedTransfer>("whale_transfer", asset, date, date, context.clock.today());
    return new Set(onDate.filter(({ body }) => body.valued).map(({ body }) => body.transaction));
  });
  return rows.map(({ date, body }) => (body.valued === undefined && ofNode(date).has(body.transaction) ? undefined : transferOf(asset, body, labels)));
}

/** The transfers of one day, cached because cells read them for many minutes. */
const onDay = untilImport((context, asset: WhaleAsset, date: IsoDate) => labelled(context, asset, date, date));

/** True if a file of the operator covers the asset, even if all its transfers are too small to be stored. */
export const hasOwnTransfers = ({ store: { records } }: Context, asset: WhaleAsset): boolean =>
  records.isPublished("coverage", `whale_transfer ${asset}`) || records.isPublished("whale_transfer", asset);

/** Origin of the operator's transfers. A file whose transfers are all too small to be stored still confirms its period. */
const ownTransfers = ({ store }: Context, asset: WhaleAsset): Origin =>
  store.records.isPublished("coverage", `whale_transfer ${asset}`)
    ? ofDataset("user", "coverage", `whale_transfer ${asset}`)
    : ofDataset("user", "whale_transfer", asset);

/** Origin of an asset's transfers: the operator's own if any are imported, else sample rows. */
export const originOfTransfers = (context: Context, asset: WhaleAsset): Origin => (hasOwnTransfers(context, asset) ? ownTransfers(context, asset) : SAMPLE);

/** The transfers of an asset after `after` and up to `upTo`, milliseconds UTC, whether or not the operator's rows cover that time. */
export const transfersIn = (context: Context, asset: WhaleAsset, after: number, upTo: number): readonly WhaleTransfer[] =>
  hasOwnTransfers(context, asset)
    ? labelled(context, asset, isoOf(after), isoOf(upTo)).filter((t) => t.at > after && t.at <= upTo)
    : sampleWhaleWindow(asset, after, upTo).transfers;

/** The transfers of an asset after `after` and up to `upTo`, milliseconds UTC, or why the operator's rows do not cover that time. */
export function whaleWindow(context: Context, asset: WhaleAsset, after: number, upTo: number): Sourced<WhaleWindow | NotReached> {
  if (!hasOwnTransfers(context, asset)) return sampled(sampleWhaleWindow(asset, after, upTo));
  const { clock, store } = context;
  const origin = ownTransfers(context, asset);
  const missing = notReached(context, asset, after, upTo);
  if (missing !== undefined) {
    const [newest] = store.records.latest("whale_transfer", asset, clock.today(), 1);
    return { rows: { missing, ...(newest ? { newest: newest.date } : {}) }, ...origin };
  }
  const days = Array.from({ length: daysBetween(isoOf(after), isoOf(upTo)) + 1 }, (_, i) => addDays(isoOf(after), i));
  const transfers = days.flatMap((date) => onDay(context, asset, date)).filter((t) => t.at > after && t.at <= upTo);
  // Labels of another chain do not apply. Without a matching label, flows are unknown, not zero.
  const exchange_labels = transfers.some((t) => t.stated || t.direction !== "whale_transfer");
  return { rows: { asset, exchange_labels, transfers }, ...origin };
}
