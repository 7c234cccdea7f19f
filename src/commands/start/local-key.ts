import type { FastifyInstance, FastifyRequest } from "fastify";

export interface LocalKeyOptions {
  /** The key for pages of this machine's own origin; undefined if pages get none. */
  readonly key: (() => Promise<string>) | undefined;
  /** All origins that this process serves. */
  readonly origins: readonly string[];
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** A word in the name of a header that proxies add: about passing on, or about an address. Browsers send no such header to a local page. */
const PASSED_ON = /forward|prox(y|ied)|^(via|cdn|original|rewrite|remote)$|(ip|ipv[46]|addr|address)$/;
/** Start of the other headers of well-known proxies, content networks and clouds. */
const PROXYS_OWN = /^(x-)?(akamai|amz|amzn|appengine|arr|azure|cf|cloud|cloudfront|envoy|fastly|fly|nf|tailscale|varnish|vercel)(-|$)/;

function isProxys(header: string): boolean {
  const name = header.replaceAll("_", "-");
  return PROXYS_OWN.test(name) || name.split("-").some((word) => PASSED_ON.test(word));
}

type Asked = Pick<FastifyRequest, "headers"> & { readonly raw: { readonly httpVersion: string }; readonly socket: { remoteAddress?: string | undefined } };

/** True if the request came through a proxy: it has a proxy's header, or uses HTTP/1.0, as nginx does and browsers do not. */
const passedOn = ({ headers, raw }: Asked): boolean => raw.httpVersion === "1.0" || Object.keys(headers).some(isProxys);

/** True if a program on this machine sent the request, without a proxy in between. */
export const isDirect = (request: Asked): boolean => LOOPBACK.has(request.socket.remoteAddress ?? "") && !passedOn(request);

/**
 * True if the request comes from a page of this process's own origin, in a browser on this machine. The check of Host stops DNS rebinding;
 * the check of Origin stops other sites' scripts, and plain links, which send none.
 */
export function fromOwnPage(request: Asked, origins: readonly string[]): boolean {
  const { host, origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  return (
    isDirect(request) &&
    host !== undefined &&
    LOOPBACK_HOST.test(host) &&
    typeof origin === "string" &&
    origins.includes(origin) &&
    origin.endsWith(`//${host}`) &&
    (site === undefined || site === "same-origin")
  );
}

/** Gives the local key to pages of this machine's own origin. Turn this off behind a proxy: one that adds no header looks like a browser. */
export function localKeyRoute(app: FastifyInstance, { key, origins }: LocalKeyOptions): void {
  app.post("/local/key", { schema: { hide: true }, config: { givesKey: true } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (key === undefined) return reply.code(403).send({ detail: "This service gives no key to pages (--no-local-key). Paste the key that you received." });
    if (!fromOwnPage(request, origins))
      return reply.code(403).send({ detail: "Only pages of this service on this machine get the local key. To print it, type: npm run -s key" });
    return { key: await key() };
  });
}
