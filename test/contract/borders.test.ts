import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { filesBelow } from "../files";

/* The compiler enforces the borders of src: this test compiles forbidden lines in each folder and expects errors. */

const root = path.resolve(__dirname, "../..");

/** Lines that must not compile, each for its own reason. */
const FORBIDDEN: readonly (readonly [folder: string, line: string, reason: RegExp])[] = [
  ["contract", "export const x = process.env;", /process/],
  ["contract", "export const x = document.title;", /document/],
  ["core", "export const x = fetch;", /fetch/],
  ["core", "export const x = setTimeout(() => 0, 1);", /setTimeout/],
  ["core", 'export const x = new URL("https://example.com");', /URL/],
  ["core", "export const x = process.pid;", /process/],
  ["functions", "export const x = fetch;", /fetch/],
  ["functions", "export const x = setTimeout(() => 0, 1);", /setTimeout/],
  ["functions", "export const x = Office.context;", /Office/],
  ["workbook", "export const x = document.title;", /document/],
  ["zip", "export const x = process.pid;", /process/],
  ["proof", "export const x = process.pid;", /process/],
  ["pane", "export const x = Office.context;", /Office/],
  ["sources", "export const x = document.title;", /document/],
  ["tables", "export const x = document.title;", /document/],
  ["pane", "export const x = process.pid;", /process/],
  ["web-page", "export const x = Office.context;", /Office/],
  ["hosts/excel", "export const x = process.pid;", /process/],
  ["hosts/sheets", "export const x = setTimeout(() => 0, 1);", /setTimeout/],
  ["hosts/sheets", "export const x = fetch;", /fetch/],
  ["hosts/sheets", 'export const x = new URL("https://example.com");', /URL/],
  ["hosts/sheets/sidebar", "export const x = SpreadsheetApp.getUi();", /SpreadsheetApp/],
  ["service", "export const x = document.title;", /document/],
  ["service/records", 'export * from "../store/store";', /store/],
  ["service/store", 'export * from "../families/families";', /families/],
  ["service/ledger", 'export * from "../store/store";', /store/],
  ["service/publishers", 'export * from "../store/store";', /store/],
  ["service/families", 'export * from "../publishers/all";', /publishers/],
  ["service/doubts", 'export * from "../store/store";', /store/],
  ["second-reading", 'export * from "../service/publishers/all";', /publishers/],
];
const probeIn = (folder: string, i: number): string => path.join(root, "src", folder, `border-probe-${i}.ts`);

/** Programs of different folders share most of their files, and parsing them takes most of the time. */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();

/** A program of the folder's files, with each of its forbidden lines in a file of its own. */
function programOf(folder: string): ts.Program {
  const configFile = path.join(root, "src", folder, "tsconfig.json");
  const parsed = ts.getParsedCommandLineOfConfigFile(configFile, { noEmit: true }, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined })!;
  const probes = new Map(FORBIDDEN.flatMap(([of, line], i) => (of === folder ? [[probeIn(folder, i), line] as const] : [])));
  const host = ts.createCompilerHost(parsed.options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (f) => probes.get(path.resolve(f)) ?? readFile(f);
  host.fileExists = (f) => probes.has(path.resolve(f)) || fileExists(f);
  host.getSourceFile = (f, options, ...rest) => {
    const line = probes.get(path.resolve(f));
    if (line !== undefined) return ts.createSourceFile(f, line, options);
    const key = `${f} ${JSON.stringify(options)}`;
    if (!parsedFiles.has(key)) parsedFiles.set(key, getSourceFile(f, options, ...rest));
    return parsedFiles.get(key);
  };
  const rootNames = [...parsed.fileNames, ...probes.keys()];
  return ts.createProgram({ rootNames, options: parsed.options, projectReferences: parsed.projectReferences!, host });
}

const programs = new Map<string, ts.Program>();

/** The compiler's output for the forbidden line of this number. */
function compile(i: number): string[] {
  const [folder] = FORBIDDEN[i]!;
  const program = programs.get(folder) ?? programOf(folder);
  programs.set(folder, program);
  const probe = probeIn(folder, i);
  const said = [...program.getOptionsDiagnostics(), ...program.getSemanticDiagnostics(program.getSourceFile(probe))];
  return said
    .map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n"))
    .filter((m) => !/was not built|has not been built/.test(m) || m.includes(path.basename(probe)));
}

test.each(FORBIDDEN.map(([folder, line, reason], i) => [folder, line, reason, i] as const))(
  "in src/%s, the line %s does not compile",
  (_folder, _line, reason, i) => {
    const said = compile(i);
    // Expects that this line alone is refused, for this reason.
    expect(said).toEqual(said.map(() => expect.stringMatching(reason) as string));
    expect(said).not.toEqual([]);
  },
);

const ROOMS_OF_FAMILIES = ["answers", "instruments", "names", "records", "sample", "store", "time"].map((room) => `service/${room}`);
const SERVICE_ROOMS = [
  ...ROOMS_OF_FAMILIES,
  ...["doubts", "evaluation", "families", "http", "ingest", "ledger", "mcp", "publishers", "releases", "sqlite", "webhooks"].map((room) => `service/${room}`),
];

/** Folders of src that each folder may import, by the references of its tsconfig. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  core: ["contract"],
  functions: ["contract", "core"],
  zip: [],
  workbook: ["contract", "zip"],
  proof: ["contract", "core", "workbook"],
  engine: ["contract", "core", "workbook"],
  tables: ["contract", "workbook"],
  sources: ["contract", "core", "workbook", "tables"],
  pane: ["contract", "core", "workbook", "sources", "tables", "proof"],
  "web-page": ["contract", "core", "workbook", "tables", "pane"],
  "hosts/excel": ["contract", "core", "functions", "workbook", "pane", "web-page"],
  "hosts/workbench": ["contract", "core", "functions", "workbook", "engine", "pane", "web-page"],
  "hosts/screener": ["contract", "core", "workbook", "pane", "web-page"],
  "hosts/refresh": ["contract", "core", "functions", "workbook", "sources", "engine", "proof"],
  "hosts/sheets/sidebar": ["contract", "core", "workbook", "tables", "pane", "hosts/sheets"],
  "hosts/sheets": ["contract", "core", "functions", "workbook", "tables"],
  // Rooms within the service: records, store, publishers, answers. Nothing imports back.
  "service/time": ["contract"],
  "service/records": ["contract", "service/time"],
  "service/doubts": ["contract", "service/records", "service/time"],
  "service/releases": ["contract", "service/records", "service/time"],
  "service/instruments": ["contract"],
  "service/sqlite": [],
  "service/ledger": ["contract", "service/sqlite", "service/time"],
  "service/store": ["contract", "service/ledger", "service/records", "service/releases", "service/sqlite", "service/time"],
  "service/publishers": ["contract", "service/doubts", "service/instruments", "service/records", "service/releases", "service/time", "zip"],
  "service/ingest": [
    "contract",
    "service/doubts",
    "service/ledger",
    "service/publishers",
    "service/records",
    "service/sqlite",
    "service/store",
    "service/time",
  ],
  "service/sample": ["contract", "service/instruments", "service/records", "service/releases", "service/time"],
  "service/answers": ["contract", "service/records", "service/releases", "service/store", "service/time"],
  "service/names": ["contract", "service/answers", "service/instruments", "service/records", "service/store"],
  "service/families": ["contract", "service/doubts", "service/releases", ...ROOMS_OF_FAMILIES],
  "service/evaluation": ["contract", "service/answers", "service/families", "service/names", "service/records", "service/store"],
  "service/webhooks": ["contract", "service/ledger", "service/sqlite", "service/store"],
  "service/http": [
    "contract",
    "service/doubts",
    "service/evaluation",
    "service/families",
    "service/ledger",
    "service/sqlite",
    "service/webhooks",
    ...ROOMS_OF_FAMILIES,
  ],
  "service/mcp": ["contract", "service/store"],
  service: ["contract", ...SERVICE_ROOMS],
  "second-reading": ["contract"],
  commands: ["contract", "core", "functions", "workbook", "sources", "engine", "proof", "hosts/refresh", "second-reading", "service", ...SERVICE_ROOMS],
};
const FOLDERS = Object.keys(MAY_IMPORT);
/** Innermost rooms first. */
const INWARDS = [...FOLDERS].sort((a, b) => b.length - a.length);
const folderOf = (file: string): string | undefined => INWARDS.find((f) => file.startsWith(path.join(root, "src", f) + path.sep));

const sources = (dir: string): string[] => filesBelow(dir).filter((file) => /\.tsx?$/.test(file));
/** What a file imports from other files, without endings. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, specifier]) => path.resolve(path.dirname(file), specifier!));

test.each(FOLDERS)("%s references exactly the folders it may import in its tsconfig, and imports no other", (folder) => {
  const config = JSON.parse(readFileSync(path.join(root, "src", folder, "tsconfig.json"), "utf8")) as { references: { path: string }[] };
  const referred = config.references.map((r) =>
    path
      .relative(path.join(root, "src"), path.resolve(root, "src", folder, r.path))
      .split(path.sep)
      .join("/"),
  );
  expect(new Set(referred)).toEqual(new Set(MAY_IMPORT[folder]));
  // A room inside a room has its own borders.
  for (const file of sources(path.join(root, "src", folder)).filter((f) => folderOf(f) === folder))
    for (const imported of importsOf(file)) {
      const target = folderOf(imported);
      if (target !== undefined && target !== folder) expect({ file, target, allowed: MAY_IMPORT[folder]!.includes(target) }).toMatchObject({ allowed: true });
    }
});

test("every folder of src declares which folders it may import", () => {
  expect(readdirSync(path.join(root, "src")).sort()).toEqual([...new Set(FOLDERS.map((folder) => folder.split("/")[0]))].sort());
});

/** Files that import each other in a circle, including type imports. */
function circles(): string[][] {
  const files = sources(path.join(root, "src"));
  const all = new Set(files);
  const imports = new Map(files.map((file) => [file, importsOf(file).flatMap((target) => [`${target}.ts`, `${target}.tsx`].filter((f) => all.has(f)))]));
  // A file that imports no remaining file is in no cycle; files left at the end are in one or lead to one.
  const left = new Set(files);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const file of left) if (!imports.get(file)!.some((target) => left.has(target))) left.delete(file);
  }
  return [...left].map((file) => [file, ...imports.get(file)!.filter((target) => left.has(target))].map((f) => path.relative(root, f)));
}

test("no imports in src are circular", () => {
  expect(circles()).toEqual([]);
});

test("every folder of the service declares what it may import, and app.ts is the only file beside them", () => {
  const inside = readdirSync(path.join(root, "src", "service"));
  expect(inside.filter((name) => !name.includes(".")).map((name) => `service/${name}`)).toEqual([...SERVICE_ROOMS].sort());
  expect(inside.filter((name) => name.includes("."))).toEqual(["app.ts", "tsconfig.json"]);
});

/** Folders of service/http that each of them may import. */
const HTTP_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  server: [],
  keys: ["server"],
  about: ["server"],
  equities: ["server"],
  crypto: ["server"],
  prediction: ["server"],
  macro: ["server", "prediction"],
  "across-markets": ["server", "crypto", "prediction"],
  delivery: ["server", "crypto", "equities", "prediction"],
  sheets: ["server", "keys"],
};

test("folders of service/http import only what they may, and endpoints.ts is the only file beside them", () => {
  const http = path.join(root, "src", "service", "http");
  const inside = readdirSync(http);
  expect(inside.filter((name) => name.includes("."))).toEqual(["endpoints.ts", "tsconfig.json"]);
  expect(inside.filter((name) => !name.includes("."))).toEqual(Object.keys(HTTP_MAY_IMPORT).sort());
  for (const [folder, allowed] of Object.entries(HTTP_MAY_IMPORT)) {
    const imported = sources(path.join(http, folder)).flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const within = path.relative(http, target).split(path.sep);
        return within[0] === ".." || within[0] === folder ? [] : [within[0]!];
      }),
    );
    expect({ folder, imports: [...new Set(imported)].sort() }).toEqual({ folder, imports: [...allowed].sort() });
  }
});
