import type { CallLog } from "../../core/call-log";
import type { HostCheck, HostReport, Trial, TrialResult } from "../../pane/host-check";
import { refusalMessage, type Watch } from "../../pane/workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { type CellPlace, isError, type ShownCell } from "../../workbook/cell";
import { addressOf, localSheetPrefix } from "../../workbook/cell-address";
import { freeSheetName } from "../../workbook/sheet-name";
import { calculateCells } from "./calculate-cells";
import { dateForm } from "./date-form";
import { documentSettings } from "./document-settings";
import { inExcel, isSetSupported, sheetNames, throwIfStopped } from "./office";
import { readShown } from "./shown-cells";

/** The first two are the same question, so that the check asks for two cells. */
const FORMULAS = ['=SERVICE.GET("NVDA","SHORT.SOURCE")', '=SERVICE("NVDA","SHORT.SOURCE")', '=SERVICE.FRED("DGS10","date")'] as const;
const IN_CELLS: readonly Trial[] = ["dotted", "bare", "dates", "stored", "marking", "columns"];
const COLUMN_NAME = "SERVICE_check_column";
const SETTING = "service.check";
const [STEP_MS, LIMIT_MS] = [200, 20_000];

const SETS: readonly (readonly [string, number])[] = [
  ["ExcelApi", 21],
  ["CustomFunctionsRuntime", 5],
  ["SharedRuntime", 2],
];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const FAILED = "Excel refused this.";

function hostName(): string {
  const { host, version, platform } = (Office.context as { diagnostics?: Partial<Office.ContextInformation> }).diagnostics ?? {};
  return [host ?? "Excel", version, platform && `on ${platform}`].filter(Boolean).join(" ");
}

function supportedSets(): string {
  return SETS.map(([name, newest]) => {
    let minor = newest;
    while (minor > 0 && !isSetSupported(name, `1.${minor}`)) minor--;
    return minor === 0 ? `no ${name}` : `${name} 1.${minor}`;
  }).join(", ");
}

const removeSheet = (name: string): Promise<void> =>
  inExcel(async (context) => {
    context.workbook.worksheets.getItem(name).delete();
    await context.sync();
  });

const addSheet = (watch: Watch): Promise<string> =>
  inExcel(async (context) => {
    const names = await sheetNames(context);
    throwIfStopped(watch);
    const name = freeSheetName("SERVICE check", names);
    context.workbook.worksheets.add(name);
    await context.sync();
    return name;
  }, watch);

/** Writes the formulas and returns them as Excel gives them back. */
const writeFormulas = (sheet: string, watch: Watch): Promise<unknown[]> =>
  inExcel(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(`A1:A${FORMULAS.length}`);
    range.formulas = FORMULAS.map((formula) => [formula]);
    range.load("formulas");
    await context.sync();
    return (range.formulas as unknown[][]).map(([formula]) => formula);
  }, watch);

const isBusy = ({ value }: ShownCell): boolean => isError(value) && value.error === "#BUSY!";

/** What the cells show once none is busy, or after the limit. */
async function settled(places: readonly CellPlace[], watch: Watch): Promise<readonly ShownCell[]> {
  for (let waited = 0; ; waited += STEP_MS) {
    throwIfStopped(watch);
    const shown = await inExcel((context) => readShown(context, places), watch);
    if (waited >= LIMIT_MS || !shown.some(isBusy)) return shown;
    await pause(STEP_MS);
  }
}

const columnFinding = (sheet: string, watch: Watch): Promise<TrialResult> =>
  inExcel(async (context) => {
    const { names } = context.workbook.worksheets.getItem(sheet);
    const name = names.add(COLUMN_NAME, `=${localSheetPrefix(sheet)}$C:$C`).load("formula");
    await context.sync();
    const formula = String(name.formula);
    const same = formula.replaceAll("'", "").endsWith("!$C:$C");
    return { trial: "columns", result: same ? "yes" : "no", ...(same ? {} : { detail: formula }) };
  }, watch);

async function settingFinding(): Promise<TrialResult> {
  try {
    await documentSettings.write(SETTING, "1");
    const same = documentSettings.read(SETTING) === "1";
    return { trial: "settings", result: same ? "yes" : "no" };
  } finally {
    await documentSettings.write(SETTING, undefined);
  }
}

function copiesFinding(): TrialResult {
  const isThere = typeof (Excel as { createWorkbook?: unknown }).createWorkbook === "function" && isSetSupported("ExcelApi", "1.8");
  return { trial: "copies", result: isThere ? "yes" : "no" };
}

/** A refusal makes one result unknown; the others are tried all the same. */
async function tried(trial: Trial, find: () => Promise<TrialResult>): Promise<TrialResult> {
  try {
    return await find();
  } catch (refusal) {
    return { trial, result: "unknown", detail: refusalMessage(refusal, FAILED) };
  }
}

/** Whether a cell's function was called: what it shows depends on the key and the service. */
function calledFinding(trial: Trial, { value, text }: ShownCell, calls: number): TrialResult {
  if (calls > 0) return { trial, result: "yes" };
  if (isError(value) && value.error === "#NAME?") return { trial, result: "no", detail: "#NAME?" };
  return { trial, result: "unknown", detail: `The cell shows ${text}.` };
}

function dateFinding({ value, text }: ShownCell): TrialResult {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return { trial: "dates", result: typeof value === "number" ? "yes" : "no", detail: typeof value === "number" ? dateForm() : "text" };
  if (typeof value === "number") return { trial: "dates", result: "no", detail: text };
  return { trial: "dates", result: "unknown", detail: `The cell shows ${text}.` };
}

function storedFinding(read: readonly unknown[]): TrialResult {
  const other = read.find((formula, i) => formula !== FORMULAS[i]);
  return other === undefined ? { trial: "stored", result: "yes" } : { trial: "stored", result: "no", detail: String(other) };
}

async function cellFindings(sheet: string, { evaluations }: Pick<CallLog, "evaluations">, watch: Watch): Promise<TrialResult[]> {
  const places = FORMULAS.map((_, row): CellPlace => ({ sheet, row, column: 0 }));
  const calls = (row: number): number => evaluations(addressOf(places[row]!));
  const read = await writeFormulas(sheet, watch);
  const [dotted, bare, date] = (await settled(places, watch)) as [ShownCell, ShownCell, ShownCell];
  const findings = [calledFinding("dotted", dotted, calls(0)), calledFinding("bare", bare, calls(1)), dateFinding(date), storedFinding(read)];
  const marking = async (): Promise<TrialResult> => {
    const before = calls(0);
    if (before === 0) return { trial: "marking", result: "unknown", detail: "No function was called." };
    const [refused] = await inExcel((context) => calculateCells(context, places.slice(0, 1), watch), watch);
    if (refused) return { trial: "marking", result: "no", detail: refused.why };
    await settled(places.slice(0, 1), watch);
    return { trial: "marking", result: calls(0) > before ? "yes" : "no" };
  };
  findings.push(await tried("marking", marking));
  throwIfStopped(watch);
  findings.push(await tried("columns", () => columnFinding(sheet, watch)));
  return findings;
}

const untried = (why: string): TrialResult[] => IN_CELLS.map((trial) => ({ trial, result: "unknown", detail: why }));

/** Tries cells on a temporary sheet and removes it, also after a failure. `left` is its name if that failed. */
async function onTemporarySheet(log: Pick<CallLog, "evaluations">, watch: Watch): Promise<{ findings: TrialResult[]; left?: string }> {
  let sheet: string;
  try {
    sheet = await addSheet(watch);
  } catch (refusal) {
    throwIfStopped(watch);
    return { findings: untried(refusalMessage(refusal, FAILED)) };
  }
  let findings: TrialResult[] = [];
  let problem: unknown;
  try {
    findings = await cellFindings(sheet, log, watch);
  } catch (e) {
    problem = e;
  }
  const removed = removeSheet(sheet).then(
    () => ({}),
    () => ({ left: sheet }),
  );
  // Excel may hold the removal for long: a stop does not wait for it.
  throwIfStopped(watch);
  return { findings: problem ? untried(refusalMessage(problem, FAILED)) : findings, ...(await removed) };
}

/** Tries what this Excel supports. `log` counts the calls of cells. */
export const createHostCheck = (log: Pick<CallLog, "evaluations">): HostCheck => ({
  isProtected: () =>
    inExcel(async (context) => {
      if (!isSetSupported("ExcelApi", "1.7")) return false;
      const protection = context.workbook.protection.load("protected");
      await context.sync();
      return protection.protected;
    }),
  run: async (sheet, watch): Promise<HostReport> => {
    if (typeof Excel === "undefined") throw new WorkbookRefusal("Excel is not ready. Close and reopen the pane, then try again.");
    const cells = sheet ? await onTemporarySheet(log, watch) : { findings: untried("No temporary sheet was added.") };
    const findings = [...cells.findings, await tried("settings", settingFinding), copiesFinding()];
    return { host: hostName(), sets: supportedSets(), findings, ...("left" in cells && cells.left ? { left: cells.left } : {}) };
  },
});
