import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Transport } from "../../../../src/service/ingest/transport";

/** A reply of the test's publisher. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends this many bytes, then breaks the connection. */
  readonly breaksAfter?: number;
  /** Never replies; the time limit ends the request. */
  readonly hangs?: boolean;
}

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Time on the test's clock. */
  readonly at: number;
}

export interface Loopback {
  readonly url: string;
  readonly asked: Asked[];
  /** Replies to a path, in order; the last one repeats. A conditional request with the reply's own ETag or Last-Modified gets 304. */
  replies(path: string, ...replies: Reply[]): void;
  readonly transport: Transport;
  /** Every wait, in milliseconds. */
  readonly slept: number[];
  pass(ms: number): void;
  close(): Promise<void>;
}

const unchanged = (asked: IncomingHttpHeaders, headers: Reply["headers"] = {}): boolean =>
  (headers["ETag"] !== undefined && asked["if-none-match"] === headers["ETag"]) ||
  (headers["ETag"] === undefined && headers["Last-Modified"] !== undefined && asked["if-modified-since"] === headers["Last-Modified"]);

/**
 * A publisher on this machine that replays documents with a publisher's headers and every network fault, and a wire to it whose clock advances only during
 * waits. Requests go to `publisher` instead of the real origin.
 */
export async function openLoopback(start: number, publisher?: RegExp): Promise<Loopback> {
  const asked: Asked[] = [];
  const slept: number[] = [];
  const waiting = new Map<string, Reply[]>();
  const sockets = new Set<Socket>();
  /** Ends the wait for a path that never replies. */
  const limits = new Map<string, AbortController>();
  const given = new WeakMap<AbortSignal, AbortController>();
  let now = start;
  function answer(path: string, headers: IncomingHttpHeaders, response: ServerResponse): void {
    asked.push({ path, headers, at: now });
    const replies = waiting.get(path) ?? [];
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 404, body: "Not found" };
    if (reply.hangs) return limits.get(path)?.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    if ((reply.status ?? 200) === 200 && unchanged(headers, reply.headers)) return void response.writeHead(304, reply.headers).end();
    const body = Buffer.from(reply.body ?? "");
    response.writeHead(reply.status ?? 200, { "Content-Length": String(body.length), ...reply.headers });
    if (reply.breaksAfter === undefined) return void response.end(body);
    response.write(body.subarray(0, reply.breaksAfter), () => response.socket?.destroy());
  }
  const server = createServer((request, response) => answer(request.url ?? "", request.headers, response));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    slept,
    replies: (path, ...replies) => void waiting.set(path, replies),
    transport: {
      fetch: (to, init) => {
        const at = new URL(publisher ? to.replace(publisher, url) : to);
        const limit = (init.signal && given.get(init.signal)) ?? new AbortController();
        limits.set(`${at.pathname}${at.search}`, limit);
        return fetch(at, { ...init, signal: AbortSignal.any([limit.signal, ...(init.signal ? [init.signal] : [])]) });
      },
      now: () => now,
      sleep: (ms) => {
        if (ms > 0) slept.push(ms);
        now += ms;
        return Promise.resolve();
      },
      // No timer: the clock of the test also advances while other requests wait. A hanging path aborts the limit of its request, found by its signal.
      timeLimit: () => {
        const limit = new AbortController();
        given.set(limit.signal, limit);
        return limit.signal;
      },
    },
    pass: (ms) => void (now += ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((s) => s.destroy());
      }),
  };
}
