import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { manifest } from "../../src/commands/manifest/manifest";
import { validate } from "../../src/commands/manifest/validate";
import { webBuild } from "../browser/web-build";
import { complaints, schemasAreHere, describeWithSchemas } from "./manifest-complaints";
import { commandDesk } from "./command-desk";

const ROOT = path.resolve(__dirname, "../..");
const LOCAL = readFileSync(path.join(ROOT, "manifest.xml"), "utf8");
const BASE = "https://addin.example.com";

const desk = commandDesk();
const { at, io, put, text } = desk;

/** A build of two pages, enough for this command. */
function builtPages(): string {
  const web = at("web");
  mkdirSync(path.join(web, "assets"), { recursive: true });
  const files: Record<string, string> = {
    "taskpane.html": "<!doctype html><html><head><title>SERVICE</title></head><body></body></html>",
    "functions.json": JSON.stringify({ functions: [{ id: "SERVICE.FRED", helpUrl: "https://localhost:3000/help/#fred" }] }),
    "functions.namespace.json": JSON.stringify({ functions: [{ id: "FRED", helpUrl: "https://localhost:3000/help/#fred" }] }),
    "functions.js": "",
    "functions.js.map": "{}",
    "support.html": readFileSync(path.join(ROOT, "src", "pane", "support.html"), "utf8"),
    "privacy.html": readFileSync(path.join(ROOT, "src", "pane", "privacy.html"), "utf8"),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(web, name), text);
  return web;
}

const made = async (...argv: string[]): Promise<string> => {
  expect(await manifest([...argv, "--out", "made.xml"], io)).toBe(0);
  return text("made.xml");
};
const idIn = (xml: string) => /<Id>([^<]+)<\/Id>/.exec(xml)?.[1];

describe("npm run manifest", () => {
  test("names the host everywhere, and localhost nowhere", async () => {
    const xml = await made("--base-url", `${BASE}/`);
    expect(xml).not.toContain("localhost");
    const addresses = [...xml.matchAll(/DefaultValue="(https:[^"]+)"/g)].map((m) => m[1]!);
    expect(addresses.length).toBe([...LOCAL.matchAll(/DefaultValue="(https:[^"]+)"/g)].length);
    expect(addresses.filter((address) => new URL(address).origin !== BASE)).toEqual([]);
    expect(xml).toContain(`<SupportUrl DefaultValue="${BASE}/support.html"/>`);
    expect(xml).toContain(`<bt:Url id="Help.Url" DefaultValue="${BASE}/help.html"/>`);
    expect(desk.said.join("\n")).toContain("made.xml");
  });

  test("has a different, stable id for each host", async () => {
    const first = idIn(await made("--base-url", BASE));
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idIn(await made("--base-url", BASE))).toBe(first);
    expect([idIn(LOCAL), idIn(await made("--base-url", "https://other.example.com"))]).not.toContain(first);
  });

  test("accepts an id and a version", async () => {
    const xml = await made("--base-url", BASE, "--id", "{0A1B2C3D-0000-4000-8000-00000000000F}", "--version", "1.2");
    expect(idIn(xml)).toBe("0a1b2c3d-0000-4000-8000-00000000000f");
    expect(xml).toContain("<Version>1.2.0.0</Version>");
    expect(xml).toContain('<?xml version="1.0"');
    expect(await made("--base-url", BASE)).toContain(`<Version>${/<Version>([^<]+)</.exec(LOCAL)?.[1]}</Version>`);
  });

  test("names no domain to trust, also with a service on another host: the pane shows only its own page", async () => {
    const xml = await made("--base-url", BASE, "--service-url", "https://api.example.com");
    for (const one of [LOCAL, xml]) expect(one).not.toMatch(/<AppDomain>|api\.example\.com/);
    expect(JSON.parse(text("made.json"))).not.toHaveProperty("validDomains");
  });

  test("writes to the current folder, named for the host, unless a file is named", async () => {
    expect(await manifest(["--base-url", "https://addin.example.com:8443"], io)).toBe(0);
    expect(existsSync(at("manifest.addin.example.com-8443.xml"))).toBe(true);
    expect(await manifest(["--base-url", BASE, "--out", "deep/er/m.xml"], io)).toBe(0);
    expect(existsSync(at("deep", "er", "m.xml"))).toBe(true);
  });

  test.each<[string, string[], RegExp]>([
    ["http", ["--base-url", "http://addin.example.com"], /^--base-url: Office loads add-ins over https only\. Write https:\/\/addin\.example\.com/],
    ["no scheme", ["--base-url", "addin.example.com"], /^--base-url: expected an address such as https:/],
    ["another scheme", ["--base-url", "ftp://addin.example.com"], /expected an address/],
    ["a path", ["--base-url", `${BASE}/excel/`], /^--base-url: remove \/excel\//],
    ["a query", ["--base-url", `${BASE}/?v=1`], /^--base-url: remove the part after \? or #/],
    ["a fragment", ["--base-url", `${BASE}/#x`], /remove the part after \? or #/],
    ["a password", ["--base-url", "https://me:word@addin.example.com"], /remove the user name and password/],
    ["localhost", ["--base-url", "https://localhost:3000"], /^--base-url: localhost is this machine\. .*npm run excel/],
    ["loopback", ["--base-url", "https://127.0.0.1"], /is this machine\./],
    ["a service over http", ["--base-url", BASE, "--service-url", "http://api.example.com"], /^--service-url: .*https only/],
    ["an invalid id", ["--base-url", BASE, "--id", "7"], /^--id: expected a GUID/],
    ["an invalid version", ["--base-url", BASE, "--version", "1.x"], /^--version: expected up to four numbers/],
    ["a version that is too large", ["--base-url", BASE, "--version", "1.70000"], /0 to 65535/],
    ["the manifest of this machine as its file", ["--base-url", BASE, "--out", path.join(ROOT, "manifest.xml")], /^--out: .*Name another file/],
    ["a contact without pages", ["--base-url", BASE, "--contact", "help@example.com"], /^--contact/],
  ])("refuses %s with one sentence, and writes nothing", async (_, argv, expected) => {
    await expect(manifest(argv, io)).rejects.toThrow(expected);
    expect(existsSync(at("manifest.addin.example.com.xml"))).toBe(false);
    expect(readFileSync(path.join(ROOT, "manifest.xml"), "utf8")).toBe(LOCAL);
  });

  test("prints its usage", async () => {
    expect(await manifest(["--help"], io)).toBe(0);
    for (const option of ["--base-url", "--service-url", "--out", "--pages", "--contact", "--id", "--version"]) expect(desk.said.join("\n")).toContain(option);
  });
});

test("a written manifest passes npm run validate with every option", async () => {
  const all = ["--service-url", "https://api.example.com", "--id", "0a1b2c3d-0000-4000-8000-00000000000f", "--version", "2.0.1.0"];
  await made("--base-url", "https://addin.example.com:8443", ...all);
  expect([await validate(["made.xml"], io), desk.said.at(-1)]).toEqual([0, `${at("made.xml")} is valid.`]);
});

describe("npm run manifest -- --namespace", () => {
  const partsOf = (xml: string) => ({
    namespace: /<\/Metadata>\s*<Namespace resid="Functions.Namespace"\/>/.test(xml) && /id="Functions.Namespace" DefaultValue="(\w+)"/.exec(xml)?.[1],
    metadata: /id="Functions.Metadata.Url" DefaultValue="([^"]+)"/.exec(xml)?.[1],
  });

  test("writes this machine's manifest with the namespace SERVICE, its own metadata and the same id", async () => {
    expect(await manifest(["--namespace"], io)).toBe(0);
    const xml = text("manifest.namespace.xml");
    expect(partsOf(xml)).toEqual({ namespace: "SERVICE", metadata: "https://localhost:3000/functions.namespace.json" });
    expect(idIn(xml)).toBe(idIn(LOCAL));
    expect(xml).not.toContain("no <Namespace>");
    expect(desk.said.join("\n")).toMatch(/SERVICE\.GET\(entity, path\)[\s\S]*npm run excel -- --namespace/);
    expect([await validate(["manifest.namespace.xml"], io), desk.said.at(-1)]).toEqual([0, `${at("manifest.namespace.xml")} is valid.`]);
    if (schemasAreHere) expect(await complaints(xml)).toEqual([]);
  });

  test("writes a host's manifest, next to pages with the metadata of both manifests", async () => {
    expect(await manifest(["--base-url", BASE, "--pages", "site", "--namespace"], io, builtPages())).toBe(0);
    const xml = text("site", "manifest.namespace.xml");
    expect(partsOf(xml)).toEqual({ namespace: "SERVICE", metadata: `${BASE}/functions.namespace.json` });
    expect(text("site", "functions.namespace.json")).toContain(`"${BASE}/help.html#fred"`);
    expect(existsSync(at("site", "functions.json"))).toBe(true);
  });

  test("refuses options of a host without its address", async () => {
    await expect(manifest(["--namespace", "--version", "2.0"], io)).rejects.toThrow(/^--version is for a public host: add --base-url/);
    expect(existsSync(at("manifest.namespace.xml"))).toBe(false);
  });
});

describe("the unified manifest", () => {
  const unified = (file: string) => JSON.parse(text(file)) as Unified;
  interface Unified {
    readonly id: string;
    readonly version: string;
    readonly icons: Readonly<Record<string, string>>;
    readonly extensions: readonly {
      readonly runtimes: readonly {
        readonly customFunctions: { readonly namespace?: object; readonly metadataUrl: string };
        readonly actions: readonly object[];
      }[];
    }[];
  }
  const valid = async (file: string) => {
    const status = await validate([file], io);
    expect([status, desk.said.at(-1)]).toEqual([0, `${at(file)} is valid.`]);
  };

  test("is written beside the XML of a host, with the same id, version, addresses and buttons, and no namespace", async () => {
    const xml = await made("--base-url", BASE, "--version", "1.2");
    const json = unified("made.json");
    expect([json.id, json.version]).toEqual([idIn(xml), "1.2.0"]);
    expect(JSON.stringify(json)).not.toContain("localhost");
    const [runtime] = json.extensions[0]!.runtimes;
    expect(runtime!.customFunctions).toEqual({ allowCustomDataForDataTypeAny: true, metadataUrl: `${BASE}/functions.json` });
    expect(runtime!.actions).toEqual([
      { id: "openPane", type: "openPage", displayName: "Open pane", view: "pane" },
      { id: "refresh", type: "executeFunction", displayName: "Refresh" },
    ]);
    await valid("made.json");
  });

  test("has the namespace of the second manifest", async () => {
    expect(await manifest(["--namespace"], io)).toBe(0);
    const [runtime] = unified("manifest.namespace.json").extensions[0]!.runtimes;
    expect(runtime!.customFunctions).toMatchObject({
      namespace: { id: "SERVICE", name: "SERVICE" },
      metadataUrl: "https://localhost:3000/functions.namespace.json",
    });
    await valid("manifest.namespace.json");
  });

  test("is written for this machine", async () => {
    expect(await manifest(["--out", "local.xml"], io)).toBe(0);
    expect(text("local.xml")).toBe(LOCAL);
    await valid("local.json");
  });

  test.each([
    ["an unknown member", { accent: 1 }, /accent/],
    ["a value against the schema", { accentColor: "green" }, /accentColor/],
    [
      "an icon that does not exist",
      { icons: { color: "assets/none.png", outline: "assets/icon-outline-32.png" } },
      /^icons: there is no file assets\/none\.png\./,
    ],
  ])("is refused with %s", async (_, change, expected) => {
    await made("--base-url", BASE);
    put("bad.json", JSON.stringify({ ...unified("made.json"), ...change }));
    const said: string[] = [];
    expect(await validate(["bad.json"], { ...io, err: (line) => said.push(line) })).toBe(1);
    expect(said[0]).toMatch(expected);
  });

  test("has icons of the sizes that the format requires", () => {
    for (const [file, size] of Object.entries({ "icon-192.png": 192, "icon-outline-32.png": 32 })) {
      const png = readFileSync(path.join(ROOT, "assets", file));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
  });
});

describe("the pages of a host", () => {
  test.each([
    ["a build of two", () => Promise.resolve(builtPages()), ["taskpane.html"]],
    ["the web build", webBuild, ["taskpane.html", "workbench-pane.html"]],
  ])("are written to a folder with the manifest, and contain host, service and contact: %s", async (_build, build, panes) => {
    const web = await build();
    const argv = ["--base-url", BASE, "--pages", "site", "--service-url", "https://api.example.com", "--contact", "help@example.com"];
    expect(await manifest(argv, io, web)).toBe(0);
    const read = (name: string) => text("site", name);
    expect(read("functions.json")).toContain(`"${BASE}/help.html#fred"`);
    expect(read("functions.json")).not.toContain("localhost");
    for (const page of panes) expect(read(page)).toContain('<meta name="service-url" content="https://api.example.com"></head>');
    for (const page of ["support.html", "privacy.html"]) {
      expect(read(page)).toContain('Write to <a href="mailto:help@example.com">help@example.com</a>.');
      expect(read(page)).not.toContain("your administrator, or");
    }
    expect(read("manifest.xml")).toContain(`${BASE}/taskpane.html`);
    expect(existsSync(at("site", "functions.js.map"))).toBe(false);
    // Written once more over the previous build.
    expect(await manifest(argv, io, web)).toBe(0);
  });

  test("are not written among other files, or with an invalid contact", async () => {
    const web = builtPages();
    mkdirSync(at("mine"));
    writeFileSync(at("mine", "letter.txt"), "dear");
    await expect(manifest(["--base-url", BASE, "--pages", "mine"], io, web)).rejects.toThrow(/contains other files/);
    await expect(manifest(["--base-url", BASE, "--pages", "site", "--contact", "javascript:alert"], io, web)).rejects.toThrow(/e-mail address/);
    expect(existsSync(at("site"))).toBe(false);
  });

  test("are refused if they have no place for the contact", async () => {
    const web = builtPages();
    writeFileSync(path.join(web, "privacy.html"), "<p>Privacy</p>");
    await expect(manifest(["--base-url", BASE, "--pages", "site", "--contact", "help@example.com"], io, web)).rejects.toThrow(
      /Cannot set the address in privacy\.html: the built pages are out of date/,
    );
  });
});

describeWithSchemas("against Microsoft's schemas", () => {
  test("the manifest of a host is valid with every option", async () => {
    expect(await complaints(await made("--base-url", BASE))).toEqual([]);
    const all = ["--service-url", "https://api.example.com", "--id", "0a1b2c3d-0000-4000-8000-00000000000f", "--version", "2.0.1.0"];
    expect(await complaints(await made("--base-url", "https://addin.example.com:8443", ...all))).toEqual([]);
  });
});
