import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";

const root = path.resolve(__dirname, "../../..");
const folder = mkdtempSync(path.join(tmpdir(), "sheets-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], env: Record<string, string> = {}, cwd = root) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, "scripts", "sheets.mjs"), ...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: folder, ...env },
  });
  return { status, said: `${stdout}${stderr}`.trim() };
};

let built: { readonly code: string; readonly manifest: Record<string, unknown>; readonly sidebar: string };
beforeAll(() => {
  const made = run(["build", "--base-url", "https://api.example.com/market/", "--out", "built"]);
  expect(made).toMatchObject({ status: 0, said: expect.stringContaining("27 functions") });
  const read = (name: string): string => readFileSync(path.join(folder, "built", name), "utf8");
  built = { code: read("Code.js"), manifest: JSON.parse(read("appsscript.json")) as Record<string, unknown>, sidebar: read("sidebar.html") };
});

/** Comment and declaration of every function that a cell can call. */
const declared = (): Map<string, { readonly comment: string; readonly parameters: readonly string[] }> =>
  new Map(
    [...built.code.matchAll(/\/\*\*\n((?: \*[^\n]*\n)*?) \* @customfunction\n \*\/\nfunction (\w+)\(([^)]*)\)/g)].map(([, comment, name, parameters]) => [
      name!,
      { comment: comment!, parameters: parameters!.split(", ") },
    ]),
  );

describe("the built script", () => {
  test("declares every function by a valid Google name, with its parameters in order", () => {
    const names = [...declared().keys()];
    expect(new Set(names)).toEqual(new Set(["SERVICE", "SERVICE_GET", ...CELL_FUNCTIONS.map((fn) => `SERVICE_${fn}`)]));
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Z\d_]*[A-Z\d]$/);
    for (const fn of CELL_FUNCTIONS) expect(declared().get(`SERVICE_${fn}`)?.parameters).toEqual(functionSpec(fn).parameters.map((p) => p.name));
    expect(declared().get("SERVICE")?.parameters).toEqual(["entity", "path"]);
  });

  test("shows description, parameters and an example while typing", () => {
    for (const [name, { comment, parameters }] of declared()) {
      expect({ name, example: comment.includes(`\n * Example: =${name}(`) }).toEqual({ name, example: true });
      expect(comment.split("\n")[0]).toMatch(/^ \* .{20,}/);
      for (const parameter of parameters) expect(comment).toMatch(new RegExp(` \\* @param \\{[^}]+\\} \\[?${parameter}\\]? .{10,}`));
      expect({ name, dotted: /SERVICE\.[A-Z]/.test(comment) }).toEqual({ name, dotted: false });
    }
  });

  test("contacts only the address it was built for", () => {
    expect(built.manifest).toMatchObject({ runtimeVersion: "V8", urlFetchWhitelist: ["https://api.example.com/market/"] });
    expect(built.code).toContain('"https://api.example.com/market"');
  });

  test("has only the permissions that docs/google-sheets.md explains", () => {
    const docs = readFileSync(path.join(root, "docs", "google-sheets.md"), "utf8");
    const table = docs.slice(docs.indexOf("| scope"), docs.indexOf("Nothing is logged with Google"));
    const named = [...table.matchAll(/^\| `([\w.]+)`\s*\| (.{20,})/gm)].map(([, scope]) => `https://www.googleapis.com/auth/${scope}`);
    expect(built.manifest.oauthScopes).toEqual(named);
  });

  test("declares every function that Google calls by its name", () => {
    for (const name of ["onOpen", "onInstall", "serviceOpenSidebar", "serviceRefreshBook", "serviceScheduledRefresh", "serviceSidebar"])
      expect(built.code).toMatch(new RegExp(`^function ${name}\\(\\) \\{$`, "m"));
  });

  test("is minified, and has at most 300 kB: each cell's execution reads all of it", () => {
    const bundle = built.code.slice(0, built.code.indexOf("@customfunction"));
    expect(bundle.length / bundle.split("\n").length).toBeGreaterThan(500);
    expect(built.code.length).toBeLessThan(300_000);
  });

  test("contains no path of the build machine", () => {
    for (const text of Object.values(built)) expect(JSON.stringify(text)).not.toContain(root);
  });

  test("is the same at every build", () => {
    run(["build", "--base-url", "https://api.example.com/market", "--out", "again"]);
    expect(readFileSync(path.join(folder, "again", "Code.js"), "utf8")).toBe(built.code);
  });
});

describe("building the script", () => {
  test.each([
    ["http://api.example.com", /expected https/],
    ["https://localhost:3000", /cannot reach "localhost"/],
    ["https://192.168.1.4", /cannot reach "192\.168\.1\.4"/],
    ["https://service", /cannot reach "service"/],
    ["https://foo.local", /cannot reach "foo\.local"/],
    ["https://100.64.0.1", /cannot reach "100\.64\.0\.1"/],
    ["https://me:secret@api.example.com", /Enter the key in the SERVICE menu/],
    ["https://api.example.com/?key=1", /Enter the key in the SERVICE menu/],
    ["api.example.com", /expected an address such as https:\/\/api\.example\.com/],
  ])("for %s is refused with what to do", (url, words) => {
    const { status, said } = run(["build", "--base-url", url, "--out", "refused"]);
    expect({ status, said }).toEqual({ status: 2, said: expect.stringMatching(words) });
    expect(existsSync(path.join(folder, "refused"))).toBe(false);
    expect(said).not.toContain("secret");
  });

  test.each(["https://10.example.com", "https://localhost-api.example.com"])("for the public name %s succeeds", (url) =>
    expect(run(["build", "--base-url", url, "--out", "named"])).toMatchObject({ status: 0 }),
  );

  test("a folder with other files is refused and left unchanged", () => {
    const mine = path.join(folder, "mine");
    mkdirSync(path.join(mine, "deep"), { recursive: true });
    writeFileSync(path.join(mine, "letter.txt"), "dear");
    writeFileSync(path.join(mine, "Code.js"), "// mine");
    for (const out of ["mine", ".", path.join("mine", "letter.txt")])
      expect(run(["build", "--out", out])).toEqual({
        status: 2,
        said: expect.stringMatching(/^--out: .* (contains other files|is a file)\. Name a new or empty folder/),
      });
    expect(readFileSync(path.join(mine, "letter.txt"), "utf8")).toBe("dear");
    expect(readFileSync(path.join(mine, "Code.js"), "utf8")).toBe("// mine");
    expect(existsSync(path.join(mine, "deep"))).toBe(true);
  });

  test("an earlier build is replaced, and other files stay", () => {
    const out = path.join(folder, "again-and-again");
    expect(run(["build", "--out", out])).toMatchObject({ status: 0 });
    writeFileSync(path.join(out, ".clasp.json"), "{}");
    expect(run(["build", "--base-url", "https://api.example.com", "--out", out])).toMatchObject({ status: 0 });
    expect(readFileSync(path.join(out, "Code.js"), "utf8")).toContain('"https://api.example.com"');
    expect(readFileSync(path.join(out, ".clasp.json"), "utf8")).toBe("{}");
  });

  test("an option that npm took because no -- precedes it is reported", () =>
    expect(run(["build"], { npm_config_base_url: "https://api.example.com" })).toEqual({ status: 2, said: expect.stringContaining("Put options after --") }));

  test("an unknown option is reported", () => expect(run(["build", "--url", "x"])).toMatchObject({ status: 2, said: expect.stringContaining("--url") }));
});

describe("pushing the script", () => {
  /** A separate checkout, with or without clasp. */
  function pushing(clasp: string | undefined, args: readonly string[], withScript = true) {
    const home = mkdtempSync(path.join(folder, "push-"));
    const bin = path.join(home, "bin");
    mkdirSync(bin);
    if (clasp !== undefined) writeFileSync(path.join(bin, "clasp"), clasp, { mode: 0o755 });
    if (withScript) {
      mkdirSync(path.join(home, "dist", "sheets"), { recursive: true });
      writeFileSync(path.join(home, "dist", "sheets", "Code.js"), "");
    }
    const pushed = run(["push", ...args], { PATH: bin }, home);
    const settings = path.join(home, ".clasp.json");
    return { ...pushed, home, settings: existsSync(settings) ? (JSON.parse(readFileSync(settings, "utf8")) as unknown) : undefined };
  }
  const ID = "1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_abcdefghijklmnop";
  const CLASP = '#!/bin/sh\necho "$@" in "$PWD" > clasp-said\n';

  test("passes the folder to clasp, and keeps the script's id for next time", () => {
    const { status, settings, home } = pushing(CLASP, ["--script-id", ID]);
    expect({ status, settings }).toEqual({ status: 0, settings: { scriptId: ID, rootDir: "dist/sheets" } });
    expect(readFileSync(path.join(home, "clasp-said"), "utf8")).toMatch(/^push --force in /);
  });

  test("without clasp explains how to install it", () =>
    expect(pushing(undefined, ["--script-id", ID])).toMatchObject({ status: 2, said: expect.stringMatching(/npm install --global @google\/clasp@\d/) }));

  test("without a script id explains where to find it", () =>
    expect(pushing(CLASP, [])).toMatchObject({ status: 2, said: expect.stringContaining("Project settings") }));

  test("with an invalid id is refused", () =>
    expect(pushing(CLASP, ["--script-id", "my sheet"])).toMatchObject({
      status: 2,
      settings: undefined,
      said: expect.stringContaining("--script-id: expected the id"),
    }));

  test("before a build says what to do first", () =>
    expect(pushing(CLASP, ["--script-id", ID], false)).toMatchObject({ status: 2, said: expect.stringContaining("sheets:build") }));

  /** Plays clasp and Google: a pull writes the project's files that are not empty, a push replaces all of them by those of `rootDir`. */
  const GOOGLE = `#!${process.execPath}
    const fs = require("node:fs"), path = require("node:path");
    const { rootDir, scriptId } = JSON.parse(fs.readFileSync(".clasp.json", "utf8"));
    const project = path.join(__dirname, "google", scriptId);
    if (process.argv[2] === "pull") fs.cpSync(project, rootDir, { recursive: true });
    else {
      fs.rmSync(project, { recursive: true, force: true });
      fs.cpSync(rootDir, project, { recursive: true });
    }
  `;
  const MANIFEST = { timeZone: "Europe/Zurich", dependencies: {}, exceptionLogging: "STACKDRIVER", runtimeVersion: "V8" };
  /** What Google puts into a new project. */
  const NEW = { "Code.js": "function myFunction() {\n  \n}\n", "appsscript.json": JSON.stringify(MANIFEST) };

  /** A checkout, and a script project at Google with these files. */
  function atGoogle(files: Readonly<Record<string, string>>) {
    const home = mkdtempSync(path.join(folder, "google-"));
    const project = path.join(home, "bin", "google", ID);
    const write = (at: string, of: typeof files): void => {
      for (const [name, text] of Object.entries(of)) {
        mkdirSync(path.dirname(path.join(at, name)), { recursive: true });
        writeFileSync(path.join(at, name), text);
      }
    };
    write(project, files);
    writeFileSync(path.join(home, "bin", "clasp"), GOOGLE, { mode: 0o755 });
    return {
      home,
      /** Writes files of the checkout. */
      local: (of: typeof files) => write(home, of),
      push: (...args: string[]) => run(["push", ...args], { PATH: path.join(home, "bin") }, home),
      project: (): Record<string, string> =>
        Object.fromEntries(
          readdirSync(project, { recursive: true, withFileTypes: true }).flatMap((entry) =>
            entry.isFile()
              ? [[path.relative(project, path.join(entry.parentPath, entry.name)), readFileSync(path.join(entry.parentPath, entry.name), "utf8")]]
              : [],
          ),
        ),
    };
  }
  const API = ["--base-url", "https://api.example.com"];

  test("builds the script and replaces a new project by it, then an earlier push", () => {
    const { push, project, home } = atGoogle(NEW);
    expect(push("--script-id", ID, ...API)).toMatchObject({ status: 0, said: expect.stringContaining("https://api.example.com") });
    expect(Object.keys(project()).sort()).toEqual(["Code.js", "appsscript.json", "sidebar.html"]);
    expect(project()["Code.js"]).toContain('"https://api.example.com"');
    // A build that is older than the sources.
    writeFileSync(path.join(home, "dist", "sheets", "Code.js"), "/* SERVICE 0.0.0 for Google Sheets. */");
    expect(push()).toMatchObject({ status: 0 });
    expect(project()["Code.js"]).toContain('"https://api.example.com"');
    expect(push("--base-url", "https://new.example.com")).toMatchObject({ status: 0 });
    expect(project()["Code.js"]).toContain('"https://new.example.com"');
  });

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ["code", "Invoices.gs", { ...NEW, "Invoices.js": "function send() {}\nfunction file() {}" }],
    ["code in Google's own file", "Code.gs", { ...NEW, "Code.js": "function myFunction() { return 1; }" }],
    ["code in a folder", "lib/rates.gs", { ...NEW, "lib/rates.js": "const RATE = 1;" }],
    ["a page", "form.html", { ...NEW, "form.html": "<p>Form</p>" }],
    ["a page named as ours", "sidebar.html", { ...NEW, "sidebar.html": "<p>Mine</p>" }],
    ["a library", "appsscript.json", { ...NEW, "appsscript.json": JSON.stringify({ ...MANIFEST, dependencies: { libraries: [{ userSymbol: "X" }] } }) }],
    ["a permission", "appsscript.json", { ...NEW, "appsscript.json": JSON.stringify({ ...MANIFEST, oauthScopes: ["https://mail.google.com/"] }) }],
    ["a web app", "appsscript.json", { ...NEW, "appsscript.json": JSON.stringify({ ...MANIFEST, webapp: {} }) }],
    [
      "a second address",
      "appsscript.json",
      { ...NEW, "appsscript.json": JSON.stringify({ ...MANIFEST, urlFetchWhitelist: ["https://a.com/", "https://b.com/"] }) },
    ],
    ["two of these", "Invoices.gs and form.html", { ...NEW, "form.html": "<p>Form</p>", "Invoices.js": "let n = 1;" }],
  ])("refuses a project that holds %s, and names it", (_, name, files) => {
    const { push, project, home } = atGoogle(files);
    const { status, said } = push("--script-id", ID, ...API);
    expect({ status, said }).toEqual({
      status: 2,
      said: expect.stringContaining(`The script project has files that are not from a build, or were changed since: ${name}. `),
    });
    expect(said).toMatch(/keep .* npm run sheets:push -- --merge\. .*lose .* npm run sheets:push -- --replace$/);
    expect(project()).toEqual(files);
    expect(existsSync(path.join(home, ".clasp.json"))).toBe(false);
  });

  test("refuses a project whose built script somebody has added code to", () => {
    const { push, project, home } = atGoogle(NEW);
    expect(push("--script-id", ID, ...API)).toMatchObject({ status: 0 });
    const code = path.join(home, "bin", "google", ID, "Code.js");
    // Line ends as another transport may write them.
    writeFileSync(code, `${readFileSync(code, "utf8").replaceAll("\n", "\r\n")}\r\n`);
    expect(push()).toMatchObject({ status: 0 });
    writeFileSync(code, `${readFileSync(code, "utf8")}\nfunction mine() { return 1; }\n`);
    expect(push()).toMatchObject({ status: 2, said: expect.stringContaining("changed since: Code.gs. ") });
    expect(project()["Code.js"]).toContain("function mine()");
  });

  test("replaces such a project only with --replace", () => {
    const { push, project } = atGoogle({ ...NEW, "Invoices.js": "function send() { return 1; }" });
    expect(push("--script-id", ID, ...API, "--replace")).toMatchObject({ status: 0 });
    expect(Object.keys(project()).sort()).toEqual(["Code.js", "appsscript.json", "sidebar.html"]);
  });

  describe("into a project with code of the user's", () => {
    const OWN = {
      "Mine.js": "/* function SERVICE_FRED() {} */\nfunction onOpen() {\n  menu();\n}\nconst RATE = 1;\n",
      "lib/form.html": "<p>Form</p>",
      "appsscript.json": JSON.stringify({
        ...MANIFEST,
        oauthScopes: ["https://mail.google.com/"],
        urlFetchWhitelist: ["https://own.example.com/"],
        webapp: {},
      }),
    };
    const merge = ["--script-id", ID, ...API, "--merge"];

    test("adds the script, and keeps every file of theirs", () => {
      const { push, project, home } = atGoogle({ ...NEW, ...OWN });
      const { status, said } = push(...merge);
      expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("Add the line serviceOnOpen(); to your function onOpen") });
      expect(said).not.toContain("serviceOnInstall");
      const { "appsscript.json": manifest, "SERVICE.js": script, "sidebar.html": sidebar, ...rest } = project();
      expect(rest).toEqual({ ".clasp.json": expect.any(String), "Mine.js": OWN["Mine.js"], "lib/form.html": OWN["lib/form.html"] });
      expect(sidebar).toBe(built.sidebar);
      expect(script).toContain("\nfunction serviceOnOpen() {\n  return SVC_.onOpen.apply(null, arguments);");
      expect(script).not.toMatch(/^function onOpen\(/m);
      expect(script).toMatch(/^function onInstall\(/m);
      expect(JSON.parse(manifest!)).toEqual({
        ...MANIFEST,
        webapp: {},
        oauthScopes: ["https://mail.google.com/", ...(built.manifest.oauthScopes as string[])],
        urlFetchWhitelist: ["https://own.example.com/", "https://api.example.com/"],
      });
      // Once their function calls the script's, a later push has nothing to say, and replaces its own files only.
      writeFileSync(path.join(home, "bin", "google", ID, "Mine.js"), `${OWN["Mine.js"]}function menu() { serviceOnOpen(); }\n`);
      const again = push("--merge");
      expect({ status: again.status, advised: again.said.includes("Add the line") }).toEqual({ status: 0, advised: false });
      expect(project()).toEqual({ ...project(), "Mine.js": expect.stringContaining("menu() {"), "SERVICE.js": script, "appsscript.json": manifest });
      expect(Object.keys(project())).toHaveLength(6);
    });

    test("leaves lists out that their manifest has not, because Google would then refuse what their code does", () => {
      const { push, project } = atGoogle({ ...NEW, "Mine.js": OWN["Mine.js"] });
      expect(push(...merge)).toMatchObject({ status: 0 });
      expect(JSON.parse(project()["appsscript.json"]!)).toEqual(MANIFEST);
    });

    test.each([
      ["Rates.gs declares SERVICE_FRED, as the script does. Give yours another name", { "Rates.js": "async function SERVICE_FRED() {}" }],
      ["SERVICE.gs has the name of the script's file. Give it another name", { "SERVICE.js": "const x = 1;" }],
      [
        "Code.gs is from a build and was changed since. Move your own lines",
        { "Code.js": "/* SERVICE 1 for Google Sheets. Content: 0123456789abcdef */\n\nlet x;" },
      ],
      ["The project has a page of its own with the name sidebar", { "sidebar.html": "<p>Mine</p>" }],
      ["The project runs on DEPRECATED_ES5, and the script needs V8", { "appsscript.json": JSON.stringify({ ...MANIFEST, runtimeVersion: "DEPRECATED_ES5" }) }],
    ])("refuses a project if %s, and changes nothing", (why, files) => {
      const all = { ...NEW, ...files };
      const { push, project, home } = atGoogle(all);
      const { status, said } = push(...merge);
      expect({ status, said }).toEqual({ status: 2, said: expect.stringContaining(why) });
      expect(said).toMatch(/then push again\. Nothing was pushed\.$/);
      expect(project()).toEqual(all);
      expect(existsSync(path.join(home, ".clasp.json"))).toBe(false);
    });

    test("is not both kept and replaced", () =>
      expect(atGoogle(NEW).push(...merge, "--replace")).toMatchObject({ status: 2, said: expect.stringContaining("Name one of them") }));
  });

  test("pushes the folder of the build, whichever .clasp.json names", () => {
    const { push, project, local, home } = atGoogle(NEW);
    local({ ".clasp.json": JSON.stringify({ scriptId: ID, rootDir: "src", projectId: "p" }), "src/Mine.js": "let mine = 1;" });
    expect(push(...API, "--out", path.join(home, "elsewhere"))).toMatchObject({ status: 0 });
    expect(Object.keys(project()).sort()).toEqual(["Code.js", "appsscript.json", "sidebar.html"]);
    expect(JSON.parse(readFileSync(path.join(home, ".clasp.json"), "utf8"))).toEqual({ scriptId: ID, rootDir: "elsewhere", projectId: "p" });
  });

  test("fails if clasp refuses", () =>
    expect(pushing("#!/bin/sh\nexit 1\n", ["--script-id", ID])).toMatchObject({ status: 1, said: expect.stringContaining("clasp login") }));
});
