import { isoOf, type IsoDate } from "../../contract/dates";
import { forCell } from "../../contract/reason";
import type { AskLive, LiveSeries, Unavailable } from "../records/live-series";
import { holdsKey } from "../../contract/holds-key";
import { readObservations } from "../publishers/fred/observations";
import { RefusedFile } from "../publishers/reading/refused-file";
import { VERSION } from "../store/version";
import { runChecks } from "./checks/checks";
import { deliveryOf } from "./checks/delivery";
import { FetchFailure } from "./fetch-failure";
import { readBody } from "./read-body";
import type { Wire } from "./wire";
import { MINUTE_MS } from "../time/durations";

const HOST = "api.stlouisfed.org";
/** Of all requests of a batch together: the cells of a sheet wait for it. */
const TIME_LIMIT_MS = 10_000;
const AT_ONCE = 4;
/** What FRED allows. */
const MOST_A_MINUTE = 120;
const MOST_ERROR_BYTES = 64 * 1024;

/** What a person is told in the two lengths of a reason: for the cell, and in full. */
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
  "FRED was asked too often. Try again in a minute.",
  `FRED was asked too often: it allows ${MOST_A_MINUTE} requests a minute. Try again in a minute.`,
);
const TOO_SLOW = because("FRED did not answer in time. Try again later.", `FRED did not answer within ${TIME_LIMIT_MS / 1000} seconds. Try again later.`);
const ODD_ANSWER = "FRED's answer is not what was expected";

/** A reason that holds for all series of the batch. */
class Refusal extends Error {
  constructor(readonly unavailable: Unavailable) {
    super(unavailable.explanation);
  }
}

/** What it is that failed on the way, where the platform has a plain code for it. Its messages are never repeated: they may hold the address, and so the key. */
function codeOf(e: unknown): string {
  const code = (e as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code;
  return typeof code === "string" && /^[A-Z][A-Z_]{2,30}$/.test(code) ? ` (${code})` : "";
}

/**
 * The reply, checked as a document on any other way is. It is not stored, and there is nothing to compare it with. What would only be told is left untold: a
 * cell carries the day of its observation itself.
 *
 * @throws RefusedFile where a check refuses it.
 */
function checked(id: string, bytes: Uint8Array, today: IsoDate): LiveSeries {
  const rows = readObservations(id, bytes);
  runChecks("cells", deliveryOf([{ label: `FRED's ${id}`, rows: rows.map((row) => ({ ...row, series: id, source: "fred" })) }], today, undefined));
  return { rows };
}

async function rowsFrom(response: Response, id: string, today: IsoDate): Promise<LiveSeries> {
  const { status } = response;
  if (status === 200) return checked(id, await readBody(response, HOST), today);
  const error = status === 400 ? new TextDecoder().decode(await readBody(response, HOST, MOST_ERROR_BYTES)) : "";
  await response.body?.cancel().catch(() => undefined);
  if (status === 401 || status === 403 || error.includes("api_key")) throw new Refusal(REFUSED_KEY);
  if (status === 429) throw new Refusal(TOO_OFTEN);
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
 * Asks FRED for series with the operator's own key while cells wait, at most 120 requests a minute, within ten seconds a batch. Nothing is kept: neither the
 * observations, which FRED's terms forbid, nor the key, which stands in the address alone; no reason and no error holds it.
 */
export function askFred({ wire, key }: { readonly wire: Wire; readonly key: string | undefined }): AskLive {
  let sent: number[] = [];
  /** Until when FRED has asked to be left alone. */
  let held = Number.NEGATIVE_INFINITY;

  async function one(id: string, secret: string, signal: AbortSignal): Promise<LiveSeries> {
    const now = wire.now();
    sent = sent.filter((at) => at > now - MINUTE_MS);
    if (now < held || sent.length >= MOST_A_MINUTE) throw new Refusal(TOO_OFTEN);
    sent.push(now);
    const address = `https://${HOST}/fred/series/observations?series_id=${encodeURIComponent(id)}&api_key=${encodeURIComponent(secret)}&file_type=json`;
    try {
      const headers = { "User-Agent": `service-addin/${VERSION}`, "Cache-Control": "no-store" };
      const response = await wire.fetch(address, { headers, redirect: "manual", signal });
      if (response.status === 429) held = wire.now() + MINUTE_MS;
      return await rowsFrom(response, id, isoOf(now));
    } catch (e) {
      if (e instanceof Refusal) throw e;
      if (signal.aborted) return TOO_SLOW;
      if (e instanceof RefusedFile) return because(`${ODD_ANSWER}.`, `${ODD_ANSWER}, so nothing of it is shown: ${e.sentence}`);
      if (e instanceof FetchFailure) return because("FRED's answer did not come whole. Try again later.", e.message);
      return because("FRED cannot be reached. Try again later.", `FRED cannot be reached${codeOf(e)}. Check the connection of the service, then try again.`);
    }
  }

  /** An error page may repeat the address. */
  const clean = (found: LiveSeries, secret: string): LiveSeries =>
    "reason" in found && holdsKey(found.explanation, secret) ? because(`${ODD_ANSWER}.`, `${ODD_ANSWER}. Try again later.`) : found;

  return async (series) => {
    const found = new Map<string, LiveSeries>();
    if (key === undefined) return new Map(series.map((id) => [id, NO_KEY]));
    const signal = wire.timeLimit(TIME_LIMIT_MS);
    const queue = [...series];
    let refusal: Unavailable | undefined;
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        try {
          found.set(id, refusal ?? clean(await one(id, key, signal), key));
        } catch (e) {
          if (!(e instanceof Refusal)) throw e;
          refusal = e.unavailable;
          found.set(id, refusal);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  };
}
