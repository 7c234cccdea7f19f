import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { rootCertificates } from "node:tls";

/** A failed fetch. The message says what happened and what to do. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  /** A retry may help: the publisher is down, slow, or demands a wait. */
  readonly retryable: boolean = false;
  /** A retry within the minute may help. */
  readonly retryNow: boolean;
  /** The wait that the publisher demands, in milliseconds. */
  readonly wait?: number | undefined;
  /** The part that was received, for the archive. */
  readonly bytes?: Uint8Array | undefined;

  constructor(sentence: string, how: Partial<Pick<FetchFailure, "retryable" | "retryNow" | "wait" | "bytes">> = {}) {
    super(sentence);
    Object.assign(this, how);
    this.retryNow = how.retryNow ?? this.retryable;
  }
}

/** The operator stopped the update. */
export class Stopped extends Error {}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Proxy and certificate settings of requests. */
export interface Network {
  /** HTTPS_PROXY, HTTP_PROXY, NO_PROXY (also in lower case) and NODE_EXTRA_CA_CERTS. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Certificates in PEM that are trusted in addition to the public ones. */
  readonly ca?: string | undefined;
}

/** An environment variable with an unusable proxy address. */
class UnusableProxy extends Error {}

/**
 * Reads a proxy address: `proxy.example.com:3128` means http.
 *
 * @throws UnusableProxy without the address, which may contain a password.
 */
function proxyOf(env: Network["env"], name: string): string {
  const text = (env[name.toLowerCase()] ?? env[name])?.trim();
  if (!text) return "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UnusableProxy(`${name}: expected the address of an http proxy, such as http://proxy.example.com:3128. Correct the variable, or unset it`);
  return address;
}

/** Node trusts NODE_EXTRA_CA_CERTS in addition to its own list. A given list replaces both, so all are joined here. */
function trusted({ env, ca }: Network): string[] | undefined {
  if (ca === undefined) return undefined;
  const extra = env.NODE_EXTRA_CA_CERTS?.trim();
  return [...rootCertificates, ca, ...(extra ? [readFileSync(extra, "utf8")] : [])];
}

/** Creates a fetch that uses the environment's proxy and the given certificates. Node's own fetch does neither. */
export function networkFetch(network: Network): Fetch {
  /** Loaded with the first request, because most commands send none. */
  let loaded: Promise<Fetch> | undefined;
  const load = async (): Promise<Fetch> => {
    const options = {
      // Empty if not set. With undefined, undici would read the process's environment.
      httpProxy: proxyOf(network.env, "HTTP_PROXY"),
      httpsProxy: proxyOf(network.env, "HTTPS_PROXY"),
      noProxy: (network.env.no_proxy ?? network.env.NO_PROXY ?? "").trim(),
    };
    const ca = trusted(network);
    const tls = ca === undefined ? {} : { connect: { ca }, requestTls: { ca }, proxyTls: { ca } };
    const { EnvHttpProxyAgent, fetch } = await import("undici");
    const dispatcher = new EnvHttpProxyAgent({ ...options, ...tls });
    // undici and Node have separate types for the same classes.
    return (url, init) => fetch(url, { ...(init as object), dispatcher }) as unknown as Promise<Response>;
  };
  return async (url, init) => (await (loaded ??= load()))(url, init);
}

const UNTRUSTED = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;
const REFUSED_BY_PROXY = /^Proxy response \((\d{3})\)/;

/** An error of the platform, with its cause. */
interface PlatformError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: PlatformError;
}

/** Says what to do if a certificate or a proxy made a request fail. Undefined for other errors. */
export function networkFailure(e: unknown, host: string): string | undefined {
  if (e instanceof UnusableProxy) return e.message;
  for (let at = e as PlatformError | undefined; at; at = at.cause) {
    const code = String(at.code);
    if (UNTRUSTED.test(code))
      return `${host} shows a certificate that this machine does not trust (${code}). In a company's network, add the company's certificate: --ca FILE, or NODE_EXTRA_CA_CERTS`;
    const status = REFUSED_BY_PROXY.exec(String(at.message))?.[1];
    if (status === "407") return `The proxy requires a name and a password (status 407) for ${host}. Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT`;
    if (status) return `The proxy of HTTPS_PROXY refuses the connection to ${host} (status ${status}). Allow the host in the proxy, or add it to NO_PROXY`;
  }
  return undefined;
}

/** Network and clock for fetching. Tests pass a clock that does not wait. */
export interface Transport {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Current time in milliseconds. */
  now(): number;
  /** Resolves early, without an error, if the signal stops it. */
  sleep(ms: number, stop: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` milliseconds. */
  timeLimit(ms: number): AbortSignal;
}

/** The real network and clock, with the network's proxy and certificates. */
export const nodeTransport = (now: () => number, network: Network = { env: {} }): Transport => ({
  fetch: networkFetch(network),
  now,
  sleep: (ms, stop) => setTimeout(ms, undefined, { signal: stop }).catch(() => undefined),
  timeLimit: (ms) => AbortSignal.timeout(ms),
});
