import { createServer as createHttp, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { certificates } from "../../src/commands/certificates";
import { networkTrusting } from "../../src/commands/network-of";
import { fetchDocument, type PublisherConnection } from "../../src/service/ingest/fetch-document";
import { nodeTransport } from "../../src/service/ingest/transport";
import { publisherOf } from "../../src/service/publishers/all";
import { commandDesk } from "./command-desk";

/** A company network on loopback: a publisher whose certificate is issued by the company's authority, behind a proxy. */
const desk = commandDesk({ forAll: true });
let ca: string;
let publisher: string;
let proxy: string;
let seenByProxy: string[];
let refuseWith: number | undefined;
const sockets = new Set<Socket>();
const servers: Server[] = [];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  server.on("connection", (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  const certificate = await certificates(desk.cwd, Date.now());
  ca = desk.at("ca.crt");
  const target = createHttps({ cert: certificate.cert, key: certificate.key }, (_request, response) => response.end("a document"));
  const port = await listen(target);
  publisher = `https://localhost:${port}/document`;
  const gate = createHttp();
  gate.on("connect", (request, client: Socket) => {
    seenByProxy.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    if (refuseWith !== undefined) return void client.end(`HTTP/1.1 ${refuseWith} Refused\r\n\r\n`);
    const way = connect(port, "localhost", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      way.pipe(client).pipe(way);
    });
    sockets.add(way);
    for (const socket of [way, client]) socket.on("error", () => undefined);
  });
  proxy = `http://localhost:${await listen(gate)}`;
});
beforeEach(() => {
  seenByProxy = [];
  refuseWith = undefined;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** Fetches the document as an update does. Returns its text, or the failure's message. */
async function fetched(env: Record<string, string>, options: { ca?: string } = {}, url = publisher): Promise<string> {
  const connection: PublisherConnection = {
    publisher: publisherOf("treasury")!,
    transport: nodeTransport(Date.now, networkTrusting(options.ca, { cwd: desk.cwd, env })),
    stop: new AbortController().signal,
    last: 0,
  };
  try {
    const got = await fetchDocument(connection, { url, part: "one" }, {});
    return got.kind === "document" ? Buffer.from(got.bytes).toString() : got.kind;
  } catch (e) {
    return (e as Error).message;
  }
}

test.each(["HTTPS_PROXY", "https_proxy"])("an update uses the proxy of %s, and trusts the certificate of --ca", async (name) => {
  expect(await fetched({ [name]: proxy }, { ca })).toBe("a document");
  expect(seenByProxy).toEqual([new URL(publisher).host]);
});

test("a proxy address without a scheme is http, and its user name and password are sent", async () => {
  expect(await fetched({ HTTPS_PROXY: `ann:secret@${new URL(proxy).host}` }, { ca })).toBe("a document");
  expect(seenByProxy).toEqual([`${new URL(publisher).host} Basic ${Buffer.from("ann:secret").toString("base64")}`]);
});

test("hosts in NO_PROXY are reached directly", async () => {
  expect(await fetched({ HTTPS_PROXY: proxy, NO_PROXY: "example.com,localhost" }, { ca })).toBe("a document");
  expect(seenByProxy).toEqual([]);
});

test("a certificate that is not trusted is reported with what to do", async () => {
  expect(await fetched({ HTTPS_PROXY: proxy })).toMatch(
    /^localhost:\d+ shows a certificate that this machine does not trust \([A-Z_]+\)\. In a company's network, add the company's certificate: --ca FILE, or NODE_EXTRA_CA_CERTS$/,
  );
});

test.each([
  [407, /^The proxy requires a name and a password \(status 407\)/],
  [403, /^The proxy of HTTPS_PROXY refuses the connection to localhost:\d+ \(status 403\)/],
])("a proxy that answers %i is reported with what it requires", async (status, sentence) => {
  refuseWith = status;
  expect(await fetched({ HTTPS_PROXY: proxy }, { ca })).toMatch(sentence);
});

test("an address that is not of an http proxy is refused, without its password in the message", async () => {
  const sentence = await fetched({ HTTPS_PROXY: "socks5://ann:secret@localhost:1" }, { ca });
  expect(sentence).toMatch(/^HTTPS_PROXY: expected the address of an http proxy/);
  expect(sentence).not.toContain("secret");
});

test("--ca accepts only a PEM certificate", () => {
  desk.put("letter.txt", "Dear Ann");
  expect(() => networkTrusting("letter.txt", { cwd: desk.cwd })).toThrow("letter.txt is not a PEM certificate");
  expect(() => networkTrusting("none.pem", { cwd: desk.cwd })).toThrow("cannot read none.pem");
  expect(networkTrusting("ca.crt", { cwd: desk.cwd }).ca).toBe(desk.text("ca.crt"));
});
