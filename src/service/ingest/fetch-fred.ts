import { isoOf, type IsoDate } from "../../contract/dates";
import { forCell } from "../../contract/reason";
import type { FetchLive, LiveSeries, Unavailable } from "../records/macro";
import { holdsKey } from "../../contract/key-in-text";
import { readObservations } from "../publishers/fred/fred";
import { RefusedFile } from "../publishers/reading/text";
import { VERSION } from "../store/version";
import { findingInWords, runChecks } from "./checks/checks";
import { deliveryOf } from "./checks/delivery";
import { FetchFailure, type Transport } from "./transport";
import { withFullStop } from "../../contract/counted";
import { receiveBody } from "./read-body";
import { MINUTE_MS } from "../time/durations";

const HOST = "api.stlouisfed.org";
/** The limit for all requests of a batch together, because the cells of a sheet wait for it. */
const TIME_LIMIT_MS = 10_000;
const CONCURRENT = 4;
/** FRED's limit. */
const MAX_PER_MINUTE = 120;
const MAX_ERROR_BYTES = 64 * 1024;

/** Creates a reason: short for the cell, and in full. */
const because = (reason: string, explanation: string): Unavailable => ({ reason, explanation });

const NO_KEY = because(
  "The service has no key for FRED.",
  "FRED is on, and the service has no key for it. Set the variable SERVICE_FRED_KEY and start the service again.",
);
const REFUSED_KEY = because(
  "FRED refuses the service's key.",
  "FRED refuses the key in SERVICE_FRED_KEY. Check it on fredaccount.stlouisfed.org, and start the service again.",
);
const TOO_OFTEN = because(
  "Too many requests to FRED. Try again in a minute.",
  `Too many requests to FRED: it allows ${MAX_PER_MINUTE} a minute. Try again in a minute.`,
);
const TOO_SLOW = because("FRED did not answer in time. Try again later.", `FRED did not answer within ${TIME_LIMIT_MS / 1000} seconds. Try again later.`);
const REFUSED_REPLY = "FRED's reply was refused";

type Warn = (sentence: string) => void;

/** A reason that applies to all series of the batch. */
class Refusal extends Error {
  constructor(readonly unavailable: Unavailable) {
    super(unavailable.explanation);
  }
}

/** Returns the platform's error code, if it is plain. Error messages are never repeated: they may contain the address, and so the key. */
function codeOf(e: unknown): string {
  const code = (e as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code;
  return typeof code === "string" && /^[A-Z][A-Z_]{2,30}$/.test(code) ? ` (${code})` : "";
}

/**
 * Parses and checks a reply like any other document. It is not stored, and is not compared with stored data. Warnings go to `warn`.
 *
 * @throws RefusedFile if a check refuses it.
 */
function parseChecked(id: string, bytes: Uint8Array, today: IsoDate, asOf: IsoDate | undefined, warn: Warn): LiveSeries {
  const rows = readObservations(id, bytes, asOf);
  const delivery = deliveryOf([{ label: "FRED", rows: rows.map((row) => ({ ...row, series: id, source: "fred" })) }], today, undefined);
  runChecks("cells", delivery).map(findingInWords).forEach(warn);
  return { rows };
}

async function rowsFrom(response: Response, id: string, today: IsoDate, asOf: IsoDate | undefined, warn: Warn): Promise<LiveSeries> {
  const { status } = response;
  if (status === 200) return parseChecked(id, await receiveBody(response, HOST), asOf ?? today, asOf, warn);
  const error = status === 400 ? new TextDecoder().decode(await receiveBody(response, HOST, MAX_ERROR_BYTES)) : "";
  await response.body?.cancel().catch(() => undefined);
  if (status === 401 || status === 403 || error.includes("api_key")) throw new Refusal(REFUSED_KEY);
  if (status === 429) throw new Refusal(TOO_OFTEN);
  if (asOf !== undefined && (status === 400 || status === 404))
    return because(
      forCell`FRED shows no ${id} as of ${asOf}.`,
      `FRED shows no values of ${id} as they were known on ${asOf} (status ${status}): it keeps its revisions from a later day, or not at all.`,
    );
  if (status === 400 || status === 404)
    return because(forCell`FRED does not know the series ${id}.`, `FRED does not know the series ${id} (status ${status}). It may have been discontinued.`);
  if (status >= 300 && status < 400)
    return because(
      "FRED has moved; the service needs an update.",
      `FRED redirects to another address (status ${status}), which is not followed. Update the service.`,
    );
  return because("FRED had an error. Try again later.", `FRED had an error (status ${status}). Try again later.`);
}

/**
 * Creates a function that fetches series from FRED with the operator's own key while cells wait: at most 120 requests a minute, within ten seconds per batch.
 * Stores neither the observations, which FRED's terms forbid, nor the key. The key appears only in the address; no reason and no error contains it. Calls
 * `warn` once for each warning about a reply.
 */
export function fredFetcher({ transport, key, warn }: { readonly transport: Transport; readonly key: string | undefined; readonly warn: Warn }): FetchLive {
  let sent: number[] = [];
  const warned = new Set<string>();
  const warnOnce: Warn = (sentence) => {
    if (!warned.has(sentence)) warn(withFullStop(sentence));
    warned.add(sentence);
  };
  /** No request is sent before this time: FRED has limited requests. */
  let blockedUntil = Number.NEGATIVE_INFINITY;

  async function fetchOne(id: string, secret: string, signal: AbortSignal, asOf: IsoDate | undefined): Promise<LiveSeries> {
    const now = transport.now();
    sent = sent.filter((at) => at > now - MINUTE_MS);
    if (now < blockedUntil || sent.length >= MAX_PER_MINUTE) throw new Refusal(TOO_OFTEN);
    sent.push(now);
    const address = `https://${HOST}/fred/series/observations?series_id=${encodeURIComponent(id)}&api_key=${encodeURIComponent(secret)}&file_type=json${asOf === undefined ? "" : `&realtime_start=${asOf}&realtime_end=${asOf}`}`;
    try {
      const headers = { "User-Agent": `service-addin/${VERSION}`, "Cache-Control": "no-store" };
      const response = await transport.fetch(address, { headers, redirect: "manual", signal });
      if (response.status === 429) blockedUntil = transport.now() + MINUTE_MS;
      return await rowsFrom(response, id, isoOf(now), asOf, warnOnce);
    } catch (e) {
      if (e instanceof Refusal) throw e;
      if (signal.aborted) return TOO_SLOW;
      if (e instanceof RefusedFile) return because(`${REFUSED_REPLY}.`, `${REFUSED_REPLY}: ${e.sentence}`);
      if (e instanceof FetchFailure) return because("FRED's reply was incomplete. Try again later.", e.message);
      return because("FRED cannot be reached. Try again later.", `FRED cannot be reached${codeOf(e)}. Check the connection of the service, then try again.`);
    }
  }

  /** An error page may repeat the address, and so the key. */
  const clean = (found: LiveSeries, secret: string): LiveSeries =>
    "reason" in found && holdsKey(found.explanation, secret) ? because(`${REFUSED_REPLY}.`, `${REFUSED_REPLY}. Try again later.`) : found;

  return async (series, asOf) => {
    const found = new Map<string, LiveSeries>();
    if (key === undefined) return new Map(series.map((id) => [id, NO_KEY]));
    const signal = transport.timeLimit(TIME_LIMIT_MS);
    const queue = [...series];
    let refusal: Unavailable | undefined;
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        try {
          found.set(id, refusal ?? clean(await fetchOne(id, key, signal, asOf), key));
        } catch (e) {
          if (!(e instanceof Refusal)) throw e;
          refusal = e.unavailable;
          found.set(id, refusal);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    return found;
  };
}
