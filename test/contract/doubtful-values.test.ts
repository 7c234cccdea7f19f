import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import type { Io } from "../../src/commands/io";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { CASES } from "../value-cases/run-case";

const DOUBT = "The price 11000689.5 of 93,227 shares bought on 2025-06-10";
let cwd = "";
let out: string[] = [];
let err: string[] = [];
let io: Io;

beforeEach(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), "service-doubtful-"));
  [out, err] = [[], []];
  io = { out: (line) => void out.push(line), err: (line) => void err.push(line), cwd, env: {}, now: () => Date.UTC(2026, 10, 26, 12) };
  expect(await data(["--data", "d", "import", "sec", path.join(CASES, "price.txt")], io)).toBe(0);
  [out, err] = [[], []];
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

it("eval prints a doubtful value as the cell shows it, and the doubt beside it", async () => {
  await evalCommand(["--data", "d", "--as-of", "2025-07-02", '=SERVICE("IHQ","insider.buy")'], io);
  expect(out).toEqual(["1025561280016.5"]);
  expect(err.join("\n")).toContain(DOUBT);
});

it("a refresh names the cells that show a doubtful value", async () => {
  const call = '<c r="A1" cm="1"><f t="array" ref="A1">_xldudf_SERVICE("IHQ","insider.buy")</f><v>1</v></c>';
  writeFileSync(path.join(cwd, "book.xlsx"), smallFile({ sheets: { S: `<row r="1">${call}</row>` } }));
  expect(await refreshCommand(["--data", "d", "--as-of", "2025-07-02", "book.xlsx"], io)).toBe(0);
  expect(out.join("\n")).toContain("1 cell changed. S!A1 shows a value in doubt. Inspect in the task pane names the numbers compared.");
});
