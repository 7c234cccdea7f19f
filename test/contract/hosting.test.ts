import { parse } from "acorn";
import fastify, { type FastifyInstance } from "fastify";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pages } from "../../src/commands/pages";
import { webBuild } from "../browser/web-build";

const ROOT = path.resolve(__dirname, "../..");
const read = (name: string) => readFileSync(path.join(ROOT, name), "utf8");
const NAMES = ["support", "privacy"] as const;

let web: string;
let app: FastifyInstance;
beforeAll(async () => {
  web = mkdtempSync(path.join(tmpdir(), "service-hosting-"));
  for (const name of NAMES) writeFileSync(path.join(web, `${name}.html`), read(`src/pane/${name}.html`));
  for (const name of ["taskpane.html", "workbench.html", "screener.html"]) writeFileSync(path.join(web, name), "<!doctype html>");
  app = fastify();
  await app.register(pages({ web, key: () => "a key of this test", origins: [] }));
});
afterAll(async () => {
  await app.close();
  rmSync(web, { recursive: true, force: true });
});

test.each(NAMES)("the page %s is served under its name and as a file, with no login", async (name) => {
  for (const url of [`/${name}`, `/${name}.html`]) {
    const reply = await app.inject({ url });
    expect([url, reply.statusCode, reply.headers["content-type"]]).toEqual([url, 200, expect.stringContaining("text/html")]);
    expect(reply.body).toContain(`<h1>SERVICE ${name}</h1>`);
  }
});

test("docs/deploy.md lists the headers as they are served", async () => {
  const guide = read("docs/deploy.md");
  for (const url of ["/taskpane.html", "/workbench.html"]) {
    const { headers } = await app.inject({ url });
    for (const name of ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control"])
      expect(guide).toContain(`${name}: ${String(headers[name.toLowerCase()])}\n`);
    expect(headers).not.toHaveProperty("x-frame-options");
  }
});

test("the screener is served under its name, with the policy of the workbench", async () => {
  const [named, file, workbench] = await Promise.all(["/screener?pe=lt:10", "/screener.html", "/workbench.html"].map((url) => app.inject({ url })));
  expect([named!.statusCode, named!.body]).toEqual([200, file!.body]);
  for (const { headers } of [named!, file!]) expect(headers["content-security-policy"]).toBe(workbench!.headers["content-security-policy"]);
  expect((await app.inject({ url: "/screener/" })).headers.location).toBe("/screener");
});

test("links between the pages work on a static file host", () => {
  const built = ["help.html", "support.html", "privacy.html", "help.css", "assets/icon-32.png"];
  for (const name of NAMES) {
    const links = [...read(`src/pane/${name}.html`).matchAll(/(?:href|src)="\/([^"#]+)/g)].map((m) => m[1]);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !built.includes(link!))).toEqual([]);
  }
});

test("the taskpane loads office.js from Microsoft's network, in its head", () => {
  const head = /<head>[\s\S]*<\/head>/.exec(read("src/pane/taskpane.html"))?.[0] ?? "";
  expect(head).toContain('<script src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js"></script>');
});

describe("the built pages", () => {
  let built: FastifyInstance;
  let web: string;
  let hashed: string[];
  beforeAll(async () => {
    web = await webBuild();
    built = fastify();
    await built.register(pages({ web, key: undefined, origins: [] }));
    hashed = ["pane", "workbench"].flatMap((folder) => {
      // The build compresses scripts of more than 1,024 bytes.
      const script = readdirSync(path.join(web, folder)).find((name) => name.endsWith(".js") && statSync(path.join(web, folder, name)).size > 1_024);
      return script === undefined ? [] : [`/${folder}/${script}`];
    });
  }, 180_000);
  afterAll(() => built.close());

  it("lead from the help page, as the README does, to every way to the data", async () => {
    const help = (await built.inject({ url: "/help" })).body;
    const readme = read("README.md");
    const ways = ["/screener", "/v1/screen", "/v1/openapi.json", "/v1/bulk", "/v1/webhooks", "/v1/changes", "/mcp", "/readyz"];
    expect(ways.filter((way) => !help.includes(way) || !readme.includes(way))).toEqual([]);
    const documents = [...new Set(help.match(/docs\/\w+\.md/g))];
    expect(documents.length).toBeGreaterThan(5);
    expect(documents.filter((file) => !existsSync(path.join(ROOT, file)) || !readme.includes(`](${file}`))).toEqual([]);
    for (const [, page] of help.matchAll(/href="(\/\w+\.html)"/g)) expect([page, (await built.inject({ url: page! })).statusCode]).toEqual([page, 200]);
  });

  it.each([
    ["br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip", (body: Buffer) => gunzipSync(body)],
  ])("are compressed for a browser that accepts %s, with equal content", async (encoding, unpack) => {
    for (const url of ["/workbench.js", "/taskpane.css", "/help", "/support", ...hashed]) {
      const plain = await built.inject({ url });
      const packed = await built.inject({ url, headers: { "accept-encoding": encoding } });
      expect([url, plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([url, undefined, encoding]);
      expect([plain.headers.vary, packed.headers.vary]).toEqual(["accept-encoding", "accept-encoding"]);
      expect(packed.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  it.each(["functions", "taskpane", "pane"])("have no syntax newer than ES2020 in %s, libraries included, because older Excel could not load it", (part) => {
    const scripts = part === "pane" ? readdirSync(path.join(web, part)).filter((name) => name.endsWith(".js")) : [`../${part}.js`];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(() => parse(readFileSync(path.join(web, "pane", script), "utf8"), { ecmaVersion: 2020 })).not.toThrow();
  });

  it("are cached for a year under a hashed name, otherwise revalidated by ETag", async () => {
    expect(hashed).toHaveLength(2);
    for (const url of hashed) expect((await built.inject({ url })).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    for (const url of ["/workbench", "/workbench.js", "/screener", "/taskpane.html", "/functions.json"]) {
      for (const encoding of ["identity", "br"]) {
        const first = await built.inject({ url, headers: { "accept-encoding": encoding } });
        expect([url, first.headers["cache-control"]]).toEqual([url, "no-cache"]);
        const again = await built.inject({ url, headers: { "accept-encoding": encoding, "if-none-match": String(first.headers.etag) } });
        expect([url, again.statusCode, again.body]).toEqual([url, 304, ""]);
      }
    }
  });
});
