import type { FetchRequest, Publisher } from "../publishers/publisher";
import type { Archive } from "../store/archive";
import { VERSION } from "../store/version";
import { FetchFailure, Stopped } from "./fetch-failure";
import { passBody, readBeginning, readBody } from "./read-body";
import { failedOnTheWay } from "./network";
import type { Wire } from "./wire";
import { MINUTE_MS } from "../time/durations";

/** By what a publisher tells whether its document has changed. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type Fetched =
  | ({ readonly kind: "document"; readonly bytes: Uint8Array } & Validators)
  /** A large document: it has been received, and is known by this. */
  | ({ readonly kind: "large"; readonly sha256: string } & Validators)
  | { readonly kind: "unchanged" }
  | { readonly kind: "absent" };

/** One conversation with a publisher: one request at a time, with a rest between two. */
export interface Conversation {
  readonly publisher: Publisher;
  readonly contact?: string | undefined;
  readonly wire: Wire;
  readonly stop: AbortSignal;
  /** Where large documents go. */
  readonly archive?: Pick<Archive, "receive">;
  /** When the last request was sent; the conversation itself moves it. */
  last: number;
}

const TIME_LIMIT_MS = MINUTE_MS;
/** The limit begins anew so often at most while something comes. */
const ALIVE_MS = 5_000;
const TRIES = 4;
const REDIRECTS = 5;
/** Who asks to wait longer than this is asked another time. */
const LONGEST_WAIT_MS = 120_000;

/** There is no way to the publisher at all, as on a machine without a network; the next seconds will not change that. */
const NO_WAY = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ENETUNREACH", "EHOSTUNREACH"];

const userAgent = (contact: string | undefined): string => `service-addin/${VERSION}${contact ? ` (${contact})` : ""}`;

/** Seconds or a date, as HTTP has it. */
function waitOf(response: Response, now: number): number | undefined {
  const text = response.headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

async function send(
  talk: Conversation,
  url: string,
  request: FetchRequest,
  known: Validators,
): Promise<{ response: Response; host: string; alive: () => void }> {
  const { publisher, wire, stop } = talk;
  const post = request.method === "POST";
  const headers = {
    "User-Agent": userAgent(talk.contact),
    ...publisher.politeness.headers,
    ...request.headers,
    ...(known.etag && !post ? { "If-None-Match": known.etag } : {}),
    ...(known.lastModified && !post ? { "If-Modified-Since": known.lastModified } : {}),
  };
  // A large document takes as long as it takes; what has a limit is the time in which nothing of it comes.
  const limit = new AbortController();
  let began = wire.now();
  const watch = (): void => {
    const one = wire.timeLimit(TIME_LIMIT_MS);
    const since = began;
    one.addEventListener("abort", () => (since === began ? limit.abort(one.reason) : undefined));
  };
  watch();
  const alive = (): void => {
    if (wire.now() - began < ALIVE_MS) return;
    began = wire.now();
    watch();
  };
  let at = new URL(url);
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    await wire.sleep(Math.max(0, talk.last + publisher.politeness.msBetween - wire.now()), stop);
    if (stop.aborted) throw new Stopped();
    talk.last = wire.now();
    const response = await wire.fetch(at.href, {
      method: request.method ?? "GET",
      headers,
      redirect: "manual",
      signal: AbortSignal.any([limit.signal, stop]),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || !location) return { response, host: at.host, alive };
    await response.body?.cancel();
    const to = new URL(location, at);
    // What another host sends is not the publisher's word, and headers are not meant for it.
    if (to.host !== at.host || to.protocol !== at.protocol || post)
      throw new FetchFailure(
        `${at.host} sends to another place (${to.origin}${to.pathname}), which is not followed. Look at ${at.href} in a browser; the service may need an update`,
      );
    at = to;
  }
  throw new FetchFailure(`${at.host} sends from one address to the next without end. Look at ${url} in a browser; it is asked again later`, { passing: true });
}

function failureOf(response: Response, host: string, now: number): FetchFailure {
  const { status } = response;
  if (status === 429)
    return new FetchFailure(`${host} says that it was asked too often (status 429). It is asked again later; nothing is to be done`, {
      passing: true,
      wait: waitOf(response, now),
    });
  if (status >= 500)
    return new FetchFailure(`${host} has a fault of its own (status ${status}). It is asked again later; nothing is to be done`, {
      passing: true,
      wait: waitOf(response, now),
    });
  if (status === 401 || status === 403)
    return new FetchFailure(
      `${host} refuses the request (status ${status}). Look at its terms and at ${response.url || "the address"} in a browser; some publishers want a contact: --contact you@example.org`,
    );
  if (status === 404 || status === 410)
    return new FetchFailure(
      `${host} has no such document (status ${status}). The address may have moved: update the service, or import a file that you downloaded`,
    );
  return new FetchFailure(
    `${host} answered with status ${status}, which is no document. Look at the address in a browser, or import a file that you downloaded`,
  );
}

/** The fault under the platform's own "fetch failed". */
function causeOf(e: unknown): string {
  const { cause, message } = e as { readonly cause?: { readonly code?: unknown; readonly message?: unknown }; readonly message?: unknown };
  return String(cause?.code ?? cause?.message ?? message ?? e);
}

async function receive({ archive }: Conversation, response: Response, host: string, alive: () => void): Promise<string> {
  if (!archive) throw new Error("There is no archive for a large document.");
  const receiver = archive.receive();
  try {
    await passBody(response, host, receiver.write, alive);
  } catch (e) {
    receiver.drop();
    throw e;
  }
  return receiver.keep();
}

async function once(talk: Conversation, request: FetchRequest, known: Validators): Promise<Fetched> {
  const expected = new URL(request.url).host;
  try {
    const { response, host, alive } = await send(talk, request.url, request, known);
    if (response.status === 304) {
      if (known.etag || known.lastModified) return { kind: "unchanged" };
      throw new FetchFailure(`${host} says that nothing has changed (status 304), and nothing was kept. Type: data -- update ${talk.publisher.id} --all`);
    }
    if (request.absentStatuses?.includes(response.status)) {
      await response.body?.cancel();
      return { kind: "absent" };
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw failureOf(response, host, talk.wire.now());
    }
    const etag = response.headers.get("etag");
    const lastModified = response.headers.get("last-modified");
    const validators = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) };
    if (request.large) return { kind: "large", sha256: await receive(talk, response, host, alive), ...validators };
    const bytes = await (request.firstBytes === undefined ? readBody(response, host) : readBeginning(response, host, request.firstBytes));
    return { kind: "document", bytes, ...validators };
  } catch (e) {
    if (talk.stop.aborted) throw new Stopped();
    if (e instanceof FetchFailure) throw e;
    if (e instanceof DOMException && ["TimeoutError", "AbortError"].includes(e.name))
      throw new FetchFailure(`${expected} did not answer within ${TIME_LIMIT_MS / 1000} seconds. It is asked again later; nothing is to be done`, {
        passing: true,
      });
    const onTheWay = failedOnTheWay(e, expected);
    if (onTheWay) throw new FetchFailure(onTheWay, { passing: true, atOnce: false });
    const cause = causeOf(e);
    throw new FetchFailure(`${expected} cannot be reached (${cause}). Check the connection; it is asked again later`, {
      passing: true,
      atOnce: !NO_WAY.includes(cause),
    });
  }
}

/**
 * Fetches one document: conditionally where something is known of it, within a minute and a size, never from another host. What may pass (a fault of the
 * publisher's own, too many requests, a broken connection) is tried three times more, each time after a longer rest or after the rest that it asks for.
 *
 * @throws FetchFailure with the sentence for the person; Stopped where the signal stopped it.
 */
export async function fetchDocument(talk: Conversation, request: FetchRequest, known: Validators): Promise<Fetched> {
  for (let tries = 1; ; tries++) {
    try {
      return await once(talk, request, known);
    } catch (e) {
      if (!(e instanceof FetchFailure) || !e.atOnce || tries === TRIES || (e.wait ?? 0) > LONGEST_WAIT_MS) throw e;
      await talk.wire.sleep(e.wait ?? 2_000 * 4 ** (tries - 1), talk.stop);
      if (talk.stop.aborted) throw new Stopped();
    }
  }
}
