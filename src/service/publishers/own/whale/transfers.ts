import { shown } from "../../../../contract/arguments";
import { addDays, isoOf, msOf } from "../../../../contract/dates";
import { orList } from "../../../../contract/nearest";
import { WHALE_ASSETS, type WhaleAsset } from "../../../../contract/vocabulary";
import { chainAddress, coverageRows, type Direction, isNobody, type PublishedTransfer, SMALLEST_USD } from "../../../records/crypto";
import type { RecordRow } from "../../../records/record";
import { decodedText, readNumber, RefusedFile } from "../../reading/text";
import type { Feed } from "../../publisher";
import { readTextTable, type TableLine } from "../../reading/table";
import { namesColumns, ownColumns, type OwnColumns } from "../own-columns";

const TITLE = "your own large transfers";
const REQUIRED = ["time", "asset", "usd", "transaction"];
const OPTIONAL = ["direction", "from", "to", "internal"];
const HEADER = "time,asset,usd,transaction[,direction,from,to,internal]";
const DIRECTIONS: readonly Direction[] = ["exchange_inflow", "exchange_outflow", "exchange_transfer", "whale_transfer"];

interface Stated {
  readonly asset: WhaleAsset;
  readonly transfer: PublishedTransfer;
}

/** The first block of any chain. */
const FIRST_MS = Date.UTC(2009, 0, 3);

function timeOf(text: string, line: number): number {
  const ms = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text.replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(ms))
    throw new RefusedFile(`expected a time with its zone, such as 2024-06-20T14:30:00Z, under time, got ${shown(text)}; add the zone`, line);
  if (ms < FIRST_MS) throw new RefusedFile(`${text} is before the first block of any chain; check the year`, line);
  return ms;
}

function choice<T extends string>(text: string, column: string, of: readonly T[], line: number): T | null {
  if (text === "") return null;
  const found = of.find((o) => o === text.toLowerCase());
  if (!found) throw new RefusedFile(`expected ${orList(of)} under ${column}, got ${shown(text)}; leave it blank if unknown`, line);
  return found;
}

function statedBy({ number }: TableLine, cell: OwnColumns["cell"]): Stated {
  const asset = cell("asset").toUpperCase();
  const known = WHALE_ASSETS.find((a) => a === asset);
  if (!known) throw new RefusedFile(`expected ${orList(WHALE_ASSETS)} under asset, got ${shown(cell("asset"))}; leave out lines of other assets`, number);
  const usd = readNumber(cell("usd"), "usd", number);
  if (usd <= 0) throw new RefusedFile(`expected US dollars above 0 under usd, got ${usd}; leave out lines without an amount`, number);
  const transaction = cell("transaction");
  if (transaction === "") throw new RefusedFile("expected the transaction's id under transaction, got none: without it a transfer could count twice", number);
  const internal = choice(cell("internal"), "internal", ["yes", "no", "true", "false"], number);
  const [from, to] = [cell("from"), cell("to")];
  const transfer: PublishedTransfer = {
    transaction,
    time_ms: timeOf(cell("time"), number),
    usd,
    direction: choice(cell("direction"), "direction", DIRECTIONS, number),
    internal: internal === null ? null : internal === "yes" || internal === "true",
    from: isNobody(from) ? [] : [chainAddress(from)],
    to: isNobody(to) ? null : chainAddress(to),
  };
  return { asset: known, transfer };
}

/**
 * Large transfers in US dollars, one per line. Smaller ones are not stored, but their times extend the period that the file covers: for each asset, from the
 * start of its first day to its last line. `from` and `to` are addresses, or names from the list of labels.
 */
export const ownTransfers: Feed = {
  id: "whale.transfers",
  title: TITLE,
  looksLike: HEADER,
  recognises: (document) => namesColumns(document, "usd", "asset"),
  parse: ({ bytes, seen }) => {
    const table = readTextTable(decodedText(bytes));
    const { lines, cellsOf } = ownColumns(table, REQUIRED, OPTIONAL, HEADER);
    const stated = lines.map((line) => statedBy(line, cellsOf(line)));
    if (stated.length === 0) throw new RefusedFile("there is no transfer in the file; add lines under the header");
    const future = seen === undefined ? undefined : stated.findIndex(({ transfer }) => isoOf(transfer.time_ms) > addDays(seen, 1));
    if (future !== undefined && future >= 0)
      throw new RefusedFile(`${isoOf(stated[future]!.transfer.time_ms)} is in the future; check the day`, lines[future]?.number);
    const nth = new Map<string, number>();
    const records = stated
      .filter(({ transfer }) => transfer.usd >= SMALLEST_USD)
      .map(({ asset, transfer }): RecordRow => {
        // One transaction may have several recipients.
        const n = (nth.get(`${asset} ${transfer.transaction}`) ?? 0) + 1;
        nth.set(`${asset} ${transfer.transaction}`, n);
        const date = isoOf(transfer.time_ms);
        return { dataset: "whale_transfer", entity: asset, date, key: `${transfer.transaction} ${n}`, known: date, body: transfer, source: "user" };
      });
    const times = stated.map((s) => s.transfer.time_ms).reduce(([a, b], t) => [Math.min(a, t), Math.max(b, t)] as const, [Infinity, -Infinity] as const);
    const span = { from_ms: msOf(isoOf(times[0])), to_ms: times[1] };
    const assets = [...new Set(stated.map((s) => s.asset))];
    return { title: TITLE, rows: [], records: [...records, ...assets.flatMap((asset) => coverageRows(`whale_transfer ${asset}`, span, "user"))] };
  },
};
