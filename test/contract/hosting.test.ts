import fastify, { type FastifyInstance } from "fastify";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pages } from "../../src/commands/pages";

const ROOT = path.resolve(__dirname, "../..");
const read = (name: string) => readFileSync(path.join(ROOT, name), "utf8");
const NAMES = ["support", "privacy"] as const;

let web: string;
let app: FastifyInstance;
beforeAll(async () => {
  web = mkdtempSync(path.join(tmpdir(), "service-hosting-"));
  for (const name of NAMES) writeFileSync(path.join(web, `${name}.html`), read(`src/pane/${name}.html`));
  for (const name of ["taskpane.html", "workbench.html"]) writeFileSync(path.join(web, name), "<!doctype html>");
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

test("docs/deploy.md gives the headers as they are served", async () => {
  const guide = read("docs/deploy.md");
  for (const url of ["/taskpane.html", "/workbench.html"]) {
    const { headers } = await app.inject({ url });
    for (const name of ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control"])
      expect(guide).toContain(`${name}: ${String(headers[name.toLowerCase()])}\n`);
    expect(headers).not.toHaveProperty("x-frame-options");
  }
});

test("links between the pages lead to pages that a host of files has", () => {
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
