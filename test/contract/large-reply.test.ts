import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { httpPost, nodeHost } from "../../src/commands/node-host";
import { terminalWords } from "../../src/commands/terminal-words";
import { createClient } from "../../src/core/client";
import type { Host } from "../../src/core/host";
import { LIMITS } from "../../src/core/limits";
import type { Outcome } from "../../src/core/outcome";
import { paneWords } from "../../src/pane/pane-words";
import { createHttpHost, fetchJson, get } from "../../src/web-page/http";
import { fetchLocalKey, askLocalUpdate } from "../../src/web-page/local-service";
import { asking } from "../unit/core/question-of";

const KEY = "k".repeat(24);

/** Bytes of a body without an end, until the connection is closed. */
let sent: number;
let requests: number;
let closed: Promise<unknown>[];
let server: Server;
let url: string;

const ENDLESS = (): Readable => {
  const piece = Buffer.alloc(256 * 1024, " ");
  return new Readable({
    read() {
      sent += piece.length;
      this.push(piece);
    },
  });
};
/** What sends a body, and the most bytes that it makes of it for each request. A thousandth of what is inflated is in the connection. */
const SENDERS: Readonly<Record<string, readonly [send: (response: ServerResponse) => unknown, most: number]>> = {
  "without an end": [(response) => ENDLESS().pipe(response), 2 * LIMITS.replyBytes],
  "without an end once inflated": [(response) => ENDLESS().pipe(createGzip()).pipe(response.setHeader("content-encoding", "gzip")), Infinity],
};

beforeEach(async () => {
  [sent, requests, closed] = [0, 0, []];
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function listen(send: (response: ServerResponse) => unknown): Promise<void> {
  server = createServer((_request, response) => {
    requests++;
    closed.push(once(response, "close"));
    send(response.setHeader("content-type", "application/json"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(host: Host): Promise<Outcome> {
  const client = createClient(host);
  client.setAccess("present");
  return new Promise((resolve) => client.ask(asking("FRED", "DGS10"), resolve));
}
const credentials = () => ({ baseUrl: url, key: KEY });

describe.each(Object.entries(SENDERS))("a reply %s", (_, [send, most]) => {
  beforeEach(() => listen(send));
  /** Each body was cut off after the limit, apart from what the connection holds. */
  const expectCutOff = async (): Promise<void> => {
    await Promise.all(closed);
    expect(sent).toBeGreaterThan(LIMITS.replyBytes);
    expect(sent).toBeLessThan(most * requests);
  };

  it.each([
    ["a command", () => nodeHost(httpPost(url, KEY), Date.now)],
    ["a page", () => createHttpHost(credentials)],
  ])("fails the cells of %s in words, after one request, which ends the connection", async (_host, host) => {
    expect(await ask(host())).toEqual({ kind: "failure", failure: { code: "large_reply" } });
    expect(requests).toBe(1);
    await expectCutOff();
  });

  it("fails what the pane fetches in words", async () => {
    const message = "The service's reply is larger than 32 MB and was not read. Check the base URL in the SERVICE pane, or contact the service operator.";
    expect(await fetchJson(credentials(), "/v1/status")).toEqual({ ok: false, message, failure: { code: "large_reply" } });
    expect(await get(`${url}/v1/status`, {})).toMatchObject({ body: "", cutOff: true });
    await expectCutOff();
  });

  it("is neither a key nor an update of this computer", async () => {
    expect(await fetchLocalKey(url)).toBeUndefined();
    expect(await askLocalUpdate(credentials(), url, { action: "start" })).toMatchObject({ ok: false });
    await expectCutOff();
  });
});

test("a reply that never ends in time is cancelled, and is no reply", async () => {
  await listen((response) => response.write('{"data":['));
  const controller = new AbortController();
  const getting = get(`${url}/v1/status`, {}, controller.signal);
  const done = jest.fn();
  const cancel = createHttpHost(credentials).send("{}", done);
  while (requests < 2) await new Promise(setImmediate);
  controller.abort();
  cancel();
  expect(await getting).toBeUndefined();
  await Promise.all(closed);
  expect(done).not.toHaveBeenCalled();
});

test("the failure says what to do, in each host", () => {
  expect([paneWords, terminalWords].map((words) => words({ code: "large_reply" }))).toEqual([
    "The service's reply is larger than 32 MB and was not read. Check the base URL in the SERVICE pane, or contact the service operator.",
    "The service's reply is larger than 32 MB and was not read. Check --url, or contact the service operator.",
  ]);
});
