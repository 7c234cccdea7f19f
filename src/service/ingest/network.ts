import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How requests leave this machine. */
export interface Network {
  /** HTTPS_PROXY, HTTP_PROXY, NO_PROXY (also in small letters) and NODE_EXTRA_CA_CERTS. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Certificates in PEM that are trusted beside the public ones. */
  readonly ca?: string | undefined;
}

/** A variable of the environment with the address of a proxy, which cannot be used as it is. */
class UnusableProxy extends Error {}

/**
 * The address of a proxy as tools take it: `proxy.example.com:3128` is http.
 *
 * @throws UnusableProxy without repeating it: it may hold a password.
 */
function proxyOf(env: Network["env"], name: string): string {
  const text = (env[name.toLowerCase()] ?? env[name])?.trim();
  if (!text) return "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UnusableProxy(`${name}: expected the address of an http proxy, such as http://proxy.example.com:3128. Correct the variable, or unset it`);
  return address;
}

/** Node trusts NODE_EXTRA_CA_CERTS beside its own list; a list that is given replaces both. */
function trusted({ env, ca }: Network): string[] | undefined {
  if (ca === undefined) return undefined;
  const extra = env.NODE_EXTRA_CA_CERTS?.trim();
  return [...rootCertificates, ca, ...(extra ? [readFileSync(extra, "utf8")] : [])];
}

/** A fetch that goes through the proxy of the environment and trusts the given certificates. Node's own does neither. */
export function networkFetch(network: Network): Fetch {
  /** Loaded with the first request: most commands make none. */
  let loaded: Promise<Fetch> | undefined;
  const load = async (): Promise<Fetch> => {
    const options = {
      // An empty text if there is none: undici would look at the environment of the process.
      httpProxy: proxyOf(network.env, "HTTP_PROXY"),
      httpsProxy: proxyOf(network.env, "HTTPS_PROXY"),
      noProxy: (network.env.no_proxy ?? network.env.NO_PROXY ?? "").trim(),
    };
    const ca = trusted(network);
    const tls = ca === undefined ? {} : { connect: { ca }, requestTls: { ca }, proxyTls: { ca } };
    const { EnvHttpProxyAgent, fetch } = await import("undici");
    const dispatcher = new EnvHttpProxyAgent({ ...options, ...tls });
    // The types of undici and of Node describe the same classes of two packages.
    return (url, init) => fetch(url, { ...(init as object), dispatcher }) as unknown as Promise<Response>;
  };
  return async (url, init) => (await (loaded ??= load()))(url, init);
}

const UNTRUSTED = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;
const REFUSED_BY_PROXY = /^Proxy response \((\d{3})\)/;

/** What the platform throws: a fault within a fault. */
interface Fault {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: Fault;
}

/** What a person can do about a request that failed on the way, if that is a certificate or a proxy. */
export function failedOnTheWay(e: unknown, host: string): string | undefined {
  if (e instanceof UnusableProxy) return e.message;
  for (let at = e as Fault | undefined; at; at = at.cause) {
    const code = String(at.code);
    if (UNTRUSTED.test(code))
      return `${host} shows a certificate that this machine does not trust (${code}). In a company's network, name the company's certificate: --ca FILE, or NODE_EXTRA_CA_CERTS`;
    const status = REFUSED_BY_PROXY.exec(String(at.message))?.[1];
    if (status === "407") return `The proxy wants a name and a password (status 407) for ${host}. Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT`;
    if (status) return `The proxy of HTTPS_PROXY refuses the way to ${host} (status ${status}). Have the proxy allow it, or name it in NO_PROXY`;
  }
  return undefined;
}
