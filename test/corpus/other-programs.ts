import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const LIMIT_MS = 120_000;

/** Runs a program. Throws with what it printed if it fails. */
function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 1 << 28 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

const runs = (program: string, ...words: readonly string[]): boolean => spawnSync(program, words, { timeout: LIMIT_MS }).status === 0;

/** LibreOffice's program, if it is installed. */
export const libreOffice = (): string | undefined => ["soffice", "libreoffice"].find((program) => runs(program, "--version"));

/** A Python that has openpyxl, if there is one. */
export const pythonWithOpenpyxl = (): string | undefined => ["python3", "/usr/bin/python3"].find((program) => runs(program, "-c", "import openpyxl"));

/** LibreOffice calculates formulas of .xlsx files on loading only if its settings say so. */
const ALWAYS_CALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>`;

/**
 * Opens a book with LibreOffice, which calculates every formula, and returns the book that it saves.
 *
 * @param folder where its profile and the result are written
 */
export function calculatedByLibreOffice(program: string, file: string, folder: string): Uint8Array {
  const profile = path.join(folder, "profile");
  mkdirSync(path.join(profile, "user"), { recursive: true });
  writeFileSync(path.join(profile, "user", "registrymodifications.xcu"), ALWAYS_CALCULATE);
  const out = path.join(folder, "calculated");
  run(program, [`-env:UserInstallation=file://${profile}`, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", out, file]);
  return new Uint8Array(readFileSync(path.join(out, path.basename(file))));
}

const DUMP = `
import datetime, json, sys, warnings
import openpyxl
from openpyxl.utils.datetime import to_excel
warnings.simplefilter("ignore")
def plain(v):
    if isinstance(v, datetime.timedelta): return v / datetime.timedelta(days=1)
    return to_excel(v) if isinstance(v, (datetime.datetime, datetime.date, datetime.time)) else v
book = openpyxl.load_workbook(sys.argv[1], data_only=True)
print(json.dumps({"%s!%s" % (s.title, c.coordinate): plain(c.value) for s in book.worksheets for row in s.iter_rows() for c in row if c.value is not None}))
`;

/** The values that openpyxl reads from a book, by sheet and cell: `Sheet1!B2`. Dates are serial numbers, errors texts. */
export const valuesByOpenpyxl = (python: string, file: string): Readonly<Record<string, string | number | boolean>> =>
  JSON.parse(run(python, ["-c", DUMP, file])) as Record<string, string | number | boolean>;
