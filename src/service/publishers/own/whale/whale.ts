import { shown } from "../../../../contract/arguments";
import { addDays, type IsoDate, isoOf, msOf } from "../../../../contract/dates";
import { orList } from "../../../../contract/nearest";
import { WHALE_ASSETS } from "../../../../contract/vocabulary";
import {
  type AddressLabel,
  type BlockSpan,
  chainAddress,
  coverageRows,
  type Direction,
  isNobody,
  type PublishedTransfer,
  SMALLEST_USD,
} from "../../../records/crypto";
import type { LargeDocument } from "../../../records/large-document";
import type { FindStored, RecordRow } from "../../../records/record";
import type { Document, Feed, ListedRow, ListPart, Publisher } from "../../publisher";
import { headOf, isObject, type JsonObject, listIn, readJson, requiredNumber, textIn } from "../../reading/read-json";
import type { TableLine } from "../../reading/table";
import { MissingStoredData, readNumber, refuseFile } from "../../reading/text";
import { type CellUnder, lineParts, namesColumns, ownList, ownPublisher } from "../own-columns";
import { prices } from "../prices";

const TRANSFERS_TITLE = "your own large transfers";
const REQUIRED = ["time", "asset", "usd", "transaction"];
const OPTIONAL = ["direction", "from", "to", "internal"];
const HEADER = "time,asset,usd,transaction[,direction,from,to,internal]";
const DIRECTIONS: readonly Direction[] = ["exchange_inflow", "exchange_outflow", "exchange_transfer", "whale_transfer"];

/** The first block of any chain. */
const FIRST_MS = Date.UTC(2009, 0, 3);

function timeOf(text: string, line: number): number {
  const ms = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text.replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(ms)) refuseFile(`expected a time with its zone, such as 2024-06-20T14:30:00Z, under time, got ${shown(text)}; add the zone`, line);
  if (ms < FIRST_MS) refuseFile(`${text} is before the first block of any chain; check the year`, line);
  return ms;
}

function choice<T extends string>(text: string, column: string, of: readonly T[], line: number): T | null {
  if (text === "") return null;
  return of.find((o) => o === text.toLowerCase()) ?? refuseFile(`expected ${orList(of)} under ${column}, got ${shown(text)}; leave it blank if unknown`, line);
}

function statedBy({ number }: TableLine, cell: CellUnder) {
  const asset =
    WHALE_ASSETS.find((a) => a === cell("asset").toUpperCase()) ??
    refuseFile(`expected ${orList(WHALE_ASSETS)} under asset, got ${shown(cell("asset"))}; leave out lines of other assets`, number);
  const usd = readNumber(cell("usd"), "usd", number);
  if (usd <= 0) refuseFile(`expected US dollars above 0 under usd, got ${usd}; leave out lines without an amount`, number);
  const transaction = cell("transaction");
  if (transaction === "") refuseFile("expected the transaction's id under transaction, got none: without it a transfer could count twice", number);
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
  return { asset, transfer };
}

/**
 * Large transfers in US dollars, one per line. Smaller ones are not stored, but their times extend the period that the file covers: for each asset, from the
 * start of its first day to its last line. `from` and `to` are addresses, or names from the list of labels.
 */
function* transferParts(document: Pick<LargeDocument, "read">, { seen }: Pick<Document, "seen">): Generator<ListPart> {
  /** How many rows each transaction has so far: one transaction may have several recipients. */
  const nth = new Map<string, number>();
  const assets = new Set<string>();
  const times = { first: Infinity, last: -Infinity };
  let read = 0;
  for (const { lines, done } of lineParts(document, { required: REQUIRED, optional: OPTIONAL, header: HEADER })) {
    const rows: ListedRow[] = [];
    for (const { cell, line } of lines) {
      const { asset, transfer } = statedBy(line, cell);
      const date = isoOf(transfer.time_ms);
      if (seen !== undefined && date > addDays(seen, 1)) refuseFile(`${date} is in the future; check the day`, line.number);
      assets.add(asset);
      times.first = Math.min(times.first, transfer.time_ms);
      times.last = Math.max(times.last, transfer.time_ms);
      if (transfer.usd < SMALLEST_USD) continue;
      // Copied, because a substring keeps its whole part of the text in memory.
      const name = Buffer.from(`${asset} ${transfer.transaction}`).toString();
      const n = (nth.get(name) ?? 0) + 1;
      nth.set(name, n);
      const key = `${transfer.transaction} ${n}`;
      rows.push({ row: { dataset: "whale_transfer", entity: asset, date, key, known: date, body: transfer, source: "user" }, line: line.number });
    }
    read = done;
    yield { rows, done };
  }
  if (assets.size === 0) refuseFile("there is no transfer in the file; add lines under the header");
  const span = { from_ms: msOf(isoOf(times.first)), to_ms: times.last };
  for (const asset of assets) yield { rows: coverageRows(`whale_transfer ${asset}`, span, "user").map((row) => ({ row, line: 0 })), done: read };
}

const ownTransfers: Feed = {
  id: "whale.transfers",
  title: TRANSFERS_TITLE,
  looksLike: HEADER,
  recognises: (document) => namesColumns(document, "usd", "asset"),
  parse: ({ bytes, ...when }) => {
    const document = { read: (from: number, length: number) => bytes.subarray(from, from + length) };
    return { records: [...transferParts(document, when)].flatMap(({ rows }) => rows.map(({ row }) => row)) };
  },
  // Each row has a key of its own, so none is stated twice.
  list: { parts: transferParts, twice: (_, { entity, date, key }) => `${entity} has two transfers ${key} on ${date}; keep the right one` },
};

const TITLE = "a block printed by your own Bitcoin node";
const HOW = "print it with: bitcoin-cli getblock HASH 3";
const SATOSHIS = 1e8;

/** The owner of an output: its address, or the script itself if it has no address. */
function ownerOf(holder: JsonObject): string {
  const script = holder["scriptPubKey"];
  if (!isObject(script)) refuseFile(`expected scriptPubKey in every input and output of ${TITLE}; ${HOW}`);
  const address = script["address"];
  return typeof address === "string" ? chainAddress(address) : `script:${textIn(script, "hex", TITLE)}`;
}

/** Amount in satoshis. Decimals of coins do not add up exactly. */
const amountOf = (holder: JsonObject): number => Math.round(requiredNumber(holder, "value", TITLE) * SATOSHIS);

/** The owners of the inputs. Undefined for the coinbase transaction, which has no payer. */
function payersOf(transaction: JsonObject): Set<string> | undefined {
  const inputs = listIn(transaction, "vin", TITLE);
  if (inputs.some((input) => input["coinbase"] !== undefined)) return undefined;
  return new Set(
    inputs.map((input) => {
      const spent = input["prevout"];
      if (!isObject(spent)) refuseFile(`the inputs have no prevout, so change looks like a transfer; ${HOW} (3, not 2; a pruned node cannot)`);
      return ownerOf(spent);
    }),
  );
}

/** Satoshis per recipient. Outputs to a payer are change, not a transfer. */
function paidTo(transaction: JsonObject, payers: ReadonlySet<string>): Map<string, number> {
  const paid = new Map<string, number>();
  for (const output of listIn(transaction, "vout", TITLE)) {
    const amount = amountOf(output);
    if (amount === 0) continue;
    const owner = ownerOf(output);
    if (!payers.has(owner)) paid.set(owner, (paid.get(owner) ?? 0) + amount);
  }
  return paid;
}

/** Finds the block, alone or inside the node's RPC reply. */
function blockIn(bytes: Uint8Array): JsonObject {
  const reply = readJson(bytes);
  const block = isObject(reply) && isObject(reply["result"]) ? reply["result"] : reply;
  if (!isObject(block)) refuseFile(`expected ${TITLE}; ${HOW}`);
  const transactions = block["tx"];
  if (!Array.isArray(transactions) || !transactions.every(isObject))
    refuseFile(`expected every transaction of the block in full, got only ids or none; ${HOW}`);
  if (typeof block["confirmations"] === "number" && block["confirmations"] < 0)
    refuseFile("this block is no longer in the chain (confirmations -1); print the block that replaced it");
  return block;
}

function parse(bytes: Uint8Array, findStored: FindStored | undefined): RecordRow[] {
  const block = blockIn(bytes);
  const time_ms = requiredNumber(block, "time", TITLE) * 1000;
  const height = requiredNumber(block, "height", TITLE);
  if (!Number.isInteger(height) || height < 0 || time_ms < Date.UTC(2009, 0, 3) || time_ms > Date.UTC(2100, 0, 1))
    refuseFile(`expected a block's height and its time in seconds, got ${shown(block["height"])} and ${shown(block["time"])}; ${HOW}`);
  const date = isoOf(time_ms);
  const close = findStored?.<{ readonly close: number }>("price", "BTC", date);
  if (!close || close.date !== date)
    throw new MissingStoredData(
      `there is no price of BTC for ${date} to value the transfers; import yours first (npm run -s data -- import prices FILE, with a line BTC,${date},…), then this block`,
    );
  const price = close.body.close;
  const records = listIn(block, "tx", TITLE).flatMap((transaction): RecordRow[] => {
    const payers = payersOf(transaction);
    if (!payers) return [];
    const txid = textIn(transaction, "txid", TITLE);
    return [...paidTo(transaction, payers)].flatMap(([to, satoshis]): RecordRow[] => {
      const amount = satoshis / SATOSHIS;
      const usd = Number((amount * price).toPrecision(12));
      if (usd < SMALLEST_USD) return [];
      const body: PublishedTransfer = { transaction: txid, time_ms, usd, direction: null, internal: null, from: [...payers], to, valued: { amount, price } };
      return [{ dataset: "whale_transfer", entity: "BTC", date, key: `${txid} ${to}`, known: date, body, source: "user" }];
    });
  });
  const span: BlockSpan = { from_ms: time_ms, to_ms: time_ms, height };
  return [...records, ...coverageRows("whale_transfer BTC", span, "user")];
}

/** Large transfers of one Bitcoin block, valued with the operator's own price of the day. Source: getblock with verbosity 3. */
const bitcoinBlock: Feed = {
  id: "whale.bitcoin-block",
  title: TITLE,
  looksLike: '{"hash":"0000…","confirmations":…,"height":…,"tx":[{"txid":…',
  recognises: ({ bytes }) => /^\s*\{\s*("result"\s*:\s*\{\s*)?"hash"\s*:\s*"[0-9a-f]{64}"/.test(headOf(bytes)),
  parse: ({ bytes }, findStored) => ({ records: parse(bytes, findStored) }),
};

/** Labels have no dates. They apply from the first block of any chain on. */
const SINCE: IsoDate = "2009-01-03";

const labelIn = ({ body }: RecordRow): string => {
  const { entity, kind } = body as AddressLabel;
  return `as ${entity}'s (${kind})`;
};

/** Owner and kind of each address: `exchange`, or another word for an owner that is not an exchange. */
const addressLabels = ownList({
  id: "whale.labels",
  title: "your own labels of addresses",
  required: ["address", "entity", "kind"],
  recognised: ["address", "kind"],
  what: "label",
  rowOf: (cell, line) => {
    const [address, entity, kind] = [chainAddress(cell("address")), cell("entity"), cell("kind").toLowerCase()];
    if (isNobody(address) || isNobody(entity)) refuseFile("expected an address and the name of its owner; leave out addresses of unknown owners", line);
    if (!/^[a-z][a-z _-]*$/.test(kind)) refuseFile(`expected a word such as exchange under kind, got ${shown(cell("kind"))}`, line);
    const body: AddressLabel = { entity, kind };
    return { dataset: "address_label", entity: address, date: SINCE, key: "", known: SINCE, body, source: "user" };
  },
  twice: (before, row) => `${row.entity} appears twice, ${labelIn(before)} and ${labelIn(row)}; keep the right one`,
});

/** Large on-chain transfers from the operator's own files and node. Nothing is fetched. */
export const whale: Publisher = {
  ...ownPublisher("whale", "Your own large transfers", [ownTransfers, addressLabels, bitcoinBlock], {
    text: "You bring the files: transfers as CSV, blocks that your own Bitcoin node prints, labels of addresses. Nothing is fetched. You are responsible for the right to use them, labels above all.",
    defaultOn: false,
  }),
  // Amounts in coins are valued with imported prices.
  dependsOn: [prices.id],
};
