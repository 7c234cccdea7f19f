import type { FastifyInstance, FastifyRequest } from "fastify";

export interface LocalKeyOptions {
  /** The key that a page of this machine's own origin may have; undefined if no page gets it. */
  readonly key: (() => string) | undefined;
  /** Every origin under which this process answers. */
  readonly origins: readonly string[];
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** What proxies add to a request. No browser sends any of these to a page of its own machine. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded(-.*)?|x-client-ip|true-client-ip|cf-connecting-ip)$/;

type Asked = Pick<FastifyRequest, "headers"> & { readonly raw: { readonly httpVersion: string }; readonly socket: { remoteAddress?: string | undefined } };

/** Whether a proxy passed this request on: by the headers that proxies add, or by HTTP/1.0, which nginx speaks to its upstream and no browser speaks. */
const passedOn = ({ headers, raw }: Asked): boolean => raw.httpVersion === "1.0" || Object.keys(headers).some((name) => FORWARDED.test(name));

/**
 * Whether this request comes from a page of this process's own origin in a browser on this machine. Host is checked against names that
 * resolve to loopback only by a trick (DNS rebinding), Origin against other sites' scripts and against plain links, which send none.
 */
function fromOwnPage(request: Asked, origins: readonly string[]): boolean {
  const { host, origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  return (
    LOOPBACK.has(request.socket.remoteAddress ?? "") &&
    !passedOn(request) &&
    host !== undefined &&
    LOOPBACK_HOST.test(host) &&
    typeof origin === "string" &&
    origins.includes(origin) &&
    origin.endsWith(`//${host}`) &&
    (site === undefined || site === "same-origin")
  );
}

/** Hands the local key to pages of this machine's own origin. A proxy that adds nothing looks like a browser: a service behind one turns this off. */
export function localKeyRoute(app: FastifyInstance, { key, origins }: LocalKeyOptions): void {
  app.post("/local/key", { schema: { hide: true } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (key === undefined) return reply.code(403).send({ detail: "this service gives no key to pages (--no-local-key); paste the key that you were given" });
    if (!fromOwnPage(request, origins))
      return reply
        .code(403)
        .send({ detail: "the local key is given only to a page of this service's own address on this machine; npm run key shows it to you" });
    return { key: key() };
  });
}
