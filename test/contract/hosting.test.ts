import { parse } from "acorn";
import fastify, { type FastifyInstance } from "fastify";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { frameHostsOf, frameLine } from "../../src/commands/start/frame-hosts";
import { pages } from "../../src/commands/start/pages";
import { webBuild } from "../browser/web-build";
import { commandDesk } from "./command-desk";

const ROOT = path.resolve(__dirname, "../..");
const read = (name: string) => readFileSync(path.join(ROOT, name), "utf8");
const NAMES = ["support", "privacy"] as const;

const desk = commandDesk({ forAll: true });
let app: FastifyInstance;
beforeAll(async () => {
  for (const name of NAMES) desk.put(`${name}.html`, read(`src/pane/${name}.html`));
  for (const name of ["taskpane.html", "workbench.html", "screener.html"]) desk.put(name, "<!doctype html>");
  app = fastify();
  await app.register(pages({ web: desk.cwd, key: async () => "a key of this test", origins: [] }));
});
afterAll(() => app.close());

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

/** Whether a policy lets a page of this origin show the served page in a frame, by the rules of CSP for hosts. */
function mayFrame(policy: string, origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin);
  const sources = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  return sources.some((source) => {
    const [, host = "", ownPort = ""] = /^https:\/\/([^:]+)(?::(\d+))?$/.exec(source) ?? [];
    if (protocol !== "https:" || ownPort !== port) return false;
    return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
  });
}

const policyOf = async (served: FastifyInstance, url = "/taskpane.html"): Promise<string> =>
  String((await served.inject({ url })).headers["content-security-policy"]);

test.each([
  [
    "Excel on the web",
    "https://excel.officeapps.live.com",
    "https://euc-excel.officeapps.live.com",
    "https://excel.cloud.microsoft",
    "https://excel.office.com",
    "https://office.live.com",
  ],
  ["SharePoint and OneDrive", "https://contoso.sharepoint.com", "https://contoso-my.sharepoint.com", "https://onedrive.live.com"],
  ["the Microsoft 365 app", "https://www.microsoft365.com", "https://www.office.com", "https://m365.cloud.microsoft"],
  ["Teams", "https://teams.microsoft.com", "https://emea.teams.microsoft.com", "https://teams.live.com", "https://teams.cloud.microsoft"],
  ["Outlook", "https://outlook.office.com", "https://outlook.office365.com", "https://outlook.live.com", "https://outlook.cloud.microsoft"],
  [
    "the US government's clouds",
    "https://contoso.sharepoint.us",
    "https://contoso.sharepoint-mil.us",
    "https://contoso.dps.mil",
    "https://gov.teams.microsoft.us",
    "https://outlook.office365.us",
    "https://excel.gov.online.office365.us",
    "https://webmail.apps.mil",
  ],
  [
    "the cloud of 21Vianet",
    "https://contoso.sharepoint.cn",
    "https://partner.outlook.cn",
    "https://excel.partner.officewebapps.cn",
    "https://teams.microsoftonline.cn",
    "https://emea.teams.microsoftonline.cn",
  ],
  ["the German and French clouds", "https://contoso.sovcloud-sharepoint.de", "https://contoso.sovcloud-sharepoint.fr"],
  ["Box and Dropbox", "https://app.box.com", "https://contoso.app.box.com", "https://www.dropbox.com"],
])("the pane may be shown in a frame of %s", async (_, ...origins) => {
  const policy = await policyOf(app);
  expect(origins.filter((origin) => !mayFrame(policy, origin))).toEqual([]);
});

test("no other site may show the pane in a frame, and none the workbench", async () => {
  const others = ["https://example.com", "http://www.dropbox.com", "https://notbox.com", "https://sharepoint.com.example.com", "https://www.dropbox.com:8443"];
  const policy = await policyOf(app);
  expect(others.filter((origin) => mayFrame(policy, origin))).toEqual([]);
  expect(await policyOf(app, "/workbench.html")).toContain("frame-ancestors 'self';");
});

test("--frame-hosts, else SERVICE_FRAME_HOSTS, adds sites that may show the pane", async () => {
  const framedBy = async (option: string | undefined, env: Readonly<Record<string, string>>) => {
    const served = fastify();
    await served.register(pages({ web: desk.cwd, key: undefined, origins: [], frameHosts: frameHostsOf(option, env) }));
    const policy = await policyOf(served);
    await served.close();
    return ["https://contoso.egnyte.com", "https://intranet:8443", "https://www.dropbox.com"].filter((origin) => mayFrame(policy, origin));
  };
  expect(await framedBy(undefined, {})).toEqual(["https://www.dropbox.com"]);
  expect(await framedBy("*.Egnyte.com, intranet:8443", { SERVICE_FRAME_HOSTS: "x.example.com" })).toHaveLength(3);
  expect(await framedBy(undefined, { SERVICE_FRAME_HOSTS: "*.egnyte.com" })).toEqual(["https://contoso.egnyte.com", "https://www.dropbox.com"]);
});

test("npm start says what a blank pane means, and which option cures it", () => {
  expect(frameLine([])).toMatch(/pane stays blank in Excel on the web, the site around it is not allowed: start with --frame-hosts/);
  expect(frameLine(["intranet:8443", "*.egnyte.com"])).toMatch(/^Also allowed to show the pane: intranet:8443, \*\.egnyte\.com\. .*--frame-hosts/);
});

test.each(["*", "*.com", "https://intranet.example.com", "intranet.example.com/path", "a.*.example.com", "'none'", "x;script-src"])(
  "--frame-hosts refuses %s",
  (wrong) => {
    expect(() => frameHostsOf(`good.example.com,${wrong}`, {})).toThrow(`--frame-hosts: expected hosts such as intranet.example.com or *.egnyte.com`);
    expect(() => frameHostsOf(undefined, { SERVICE_FRAME_HOSTS: wrong })).toThrow(/^SERVICE_FRAME_HOSTS: /);
  },
);

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
  });
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
