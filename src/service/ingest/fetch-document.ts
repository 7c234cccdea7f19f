import type { FetchRequest, Publisher } from "../publishers/publisher";
import type { Archive } from "../store/archive";
import type { PartState } from "../ledger/feeds";
import { VERSION } from "../store/version";
import { FetchFailure, networkFailure, Stopped, type Transport } from "./transport";
import { passBody, receiveBody } from "./read-body";
import { MINUTE_MS } from "../time/durations";

/** The HTTP validators of a document, for conditional requests. */
export type Validators = Pick<PartState, "etag" | "lastModified">;

export type FetchedReply =
  | ({ readonly kind: "document"; readonly bytes: Uint8Array } & Validators)
  /** A large document, received into the archive under this hash. */
  | ({ readonly kind: "large"; readonly sha256: string } & Validators)
  | { readonly kind: "unchanged" }
  | { readonly kind: "absent" };

/** The connection to one publisher: one request at a time, with a pause in between. */
export interface PublisherConnection {
  readonly publisher: Publisher;
  readonly contact?: string | undefined;
  readonly transport: Transport;
  readonly stop: AbortSignal;
  /** Receives large documents. */
  readonly archive?: Pick<Archive, "receive">;
  /** When the last request was sent, in milliseconds. Each request updates it. */
  last: number;
}

const TIME_LIMIT_MS = MINUTE_MS;
/** While data arrives, the time limit restarts at most this often. */
const RESTART_LIMIT_MS = 5_000;
const TRIES = 4;
const REDIRECTS = 5;
/** A publisher that demands a longer wait is left for the next update. */
const MAX_WAIT_MS = 120_000;

/** The publisher is unreachable, for example without a network. A retry within seconds would not help. */
const UNREACHABLE = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ENETUNREACH", "EHOSTUNREACH"];

/** Parses Retry-After, in seconds or as a date. Returns milliseconds. */
function retryAfterMs(response: Response, now: number): number | undefined {
  const text = response.headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

async function send(
  connection: PublisherConnection,
  url: string,
  request: FetchRequest,
  known: Validators,
): Promise<{ response: Response; host: string; alive: () => void }> {
  const { publisher, transport, stop } = connection;
  const post = request.method === "POST";
  const headers = {
    "User-Agent": `service-addin/${VERSION}${connection.contact ? ` (${connection.contact})` : ""}`,
    ...publisher.headers,
    ...request.headers,
    ...(known.etag && !post ? { "If-None-Match": known.etag } : {}),
    ...(known.lastModified && !post ? { "If-Modified-Since": known.lastModified } : {}),
  };
  // A large document may take any time. Only a pause without data is limited.
  const limit = new AbortController();
  let began = transport.now();
  const watch = (): void => {
    const one = transport.timeLimit(TIME_LIMIT_MS);
    const since = began;
    one.addEventListener("abort", () => (since === began ? limit.abort(one.reason) : undefined));
  };
  watch();
  const alive = (): void => {
    if (transport.now() - began < RESTART_LIMIT_MS) return;
    began = transport.now();
    watch();
  };
  let at = new URL(url);
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    await transport.sleep(Math.max(0, connection.last + publisher.msBetween - transport.now()), stop);
    if (stop.aborted) throw new Stopped();
    connection.last = transport.now();
    const response = await transport.fetch(at.href, {
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
    // A document of another host is not the publisher's, and the headers are not meant for that host.
    if (to.host !== at.host || to.protocol !== at.protocol || post)
      throw new FetchFailure(
        `${at.host} redirects to ${to.origin}${to.pathname}, which is not followed. Open ${at.href} in a browser; the service may need an update`,
      );
    at = to;
  }
  throw new FetchFailure(`${at.host} redirects too often. Open ${url} in a browser; the next update tries again`, { retryable: true });
}

function failureOf(response: Response, host: string, now: number): FetchFailure {
  const { status } = response;
  const again = { retryable: true, wait: retryAfterMs(response, now) };
  if (status === 429) return new FetchFailure(`${host} received too many requests (status 429). The next update tries again`, again);
  if (status >= 500) return new FetchFailure(`${host} has a server error (status ${status}). The next update tries again`, again);
  if (status === 401 || status === 403)
    return new FetchFailure(
      `${host} refuses the request (status ${status}). Check its terms and open ${response.url || "the address"} in a browser; some publishers require a contact: --contact you@example.org`,
    );
  if (status === 404 || status === 410)
    return new FetchFailure(`${host} has no such document (status ${status}). The address may have moved: update the service, or import a downloaded file`);
  return new FetchFailure(`${host} returned status ${status} instead of a document. Open the address in a browser, or import a downloaded file`);
}

/** Returns the cause of the platform's "fetch failed". */
function causeOf(e: unknown): string {
  const { cause, message } = e as { readonly cause?: { readonly code?: unknown; readonly message?: unknown }; readonly message?: unknown };
  return String(cause?.code ?? cause?.message ?? message ?? e);
}

async function receive({ archive }: PublisherConnection, response: Response, host: string, alive: () => void): Promise<string> {
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

async function fetchOnce(connection: PublisherConnection, request: FetchRequest, known: Validators): Promise<FetchedReply> {
  const expected = new URL(request.url).host;
  try {
    const { response, host, alive } = await send(connection, request.url, request, known);
    if (response.status === 304) {
      if (known.etag || known.lastModified) return { kind: "unchanged" };
      throw new FetchFailure(
        `${host} reports no change (status 304), but no document is stored. Type: npm run -s data -- update ${connection.publisher.id} --all`,
      );
    }
    if (request.absentStatuses?.includes(response.status)) {
      await response.body?.cancel();
      return { kind: "absent" };
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw failureOf(response, host, connection.transport.now());
    }
    const etag = response.headers.get("etag");
    const lastModified = response.headers.get("last-modified");
    const validators = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) };
    if (request.large) return { kind: "large", sha256: await receive(connection, response, host, alive), ...validators };
    const bytes = await receiveBody(response, host, undefined, request.firstBytes);
    return { kind: "document", bytes, ...validators };
  } catch (e) {
    if (connection.stop.aborted) throw new Stopped();
    if (e instanceof FetchFailure) throw e;
    if (e instanceof DOMException && ["TimeoutError", "AbortError"].includes(e.name))
      throw new FetchFailure(`${expected} did not answer within ${TIME_LIMIT_MS / 1000} seconds. The next update tries again`, { retryable: true });
    const onTheWay = networkFailure(e, expected);
    if (onTheWay) throw new FetchFailure(onTheWay, { retryable: true, retryNow: false });
    const cause = causeOf(e);
    throw new FetchFailure(`${expected} cannot be reached (${cause}). Check the connection; the next update tries again`, {
      retryable: true,
      retryNow: !UNREACHABLE.includes(cause),
    });
  }
}

/**
 * Fetches one document: conditionally if validators are known, within a minute and a size limit, never from another host. Temporary failures (a server error,
 * too many requests, a broken connection) are retried three times, each after a longer pause or after the wait that the publisher demands.
 *
 * @throws FetchFailure with a message for the operator; Stopped if the signal stopped it.
 */
export async function fetchDocument(connection: PublisherConnection, request: FetchRequest, known: Validators): Promise<FetchedReply> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchOnce(connection, request, known);
    } catch (e) {
      if (!(e instanceof FetchFailure) || !e.retryNow || tries === TRIES || (e.wait ?? 0) > MAX_WAIT_MS) throw e;
      await connection.transport.sleep(e.wait ?? 2_000 * 4 ** (tries - 1), connection.stop);
      if (connection.stop.aborted) throw new Stopped();
    }
  }
}
