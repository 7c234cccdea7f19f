import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import type { CellCall } from "../excel-host";
import type { Fault, FaultyService } from "./faulty-service";
import { editionOf, numberOf, shownFor } from "./questions";
import type { Window } from "./window";

/** What the message of an error value says, and the fault that explains it. */
const EXPLAINED: readonly (readonly [RegExp, Fault])[] = [
  [/cannot be reached/, "lost"],
  [/had an error/, "server error"],
  [/broken or incomplete/, "broken reply"],
  [/Too many requests/, "limited"],
  [/No answer within|did not answer in time/, "held"],
  [/has been revoked/, "refused key"],
];

/**
 * Why a settled call shows what it must not; undefined if all is well.
 *
 * @param since the first edition of the round: no older answer is fresh, and no older fault explains anything
 */
function wrongResult(service: FaultyService, { args, settled }: CellCall, since: number): string | undefined {
  const [{ result, at: then }] = settled as [CellCall["settled"][number]];
  const { ok, value, errorCode } = result;
  const question = numberOf(args[0], args[1]) ?? NaN;
  if (ok && value === NO_KEY_IN_CELL) return service.happened(question, "no key", since) ? undefined : "asks for a key although there is one";
  if (ok) {
    const edition = editionOf(value, question);
    if (edition === undefined || edition > then) return "is no answer to this question";
    // An older answer is shown only instead of a failure.
    return edition >= since || service.anyFault(question, since) ? undefined : `is of edition ${edition}, and no fault explains it`;
  }
  if (errorCode !== 1) return "is another error than #N/A";
  // An error value that the cell showed before has no message.
  if (value === "") return service.anyFault(question, since) ? undefined : "has no message";
  const fault = EXPLAINED.find(([words]) => words.test(String(value)))?.[1];
  return fault !== undefined && service.happened(question, fault, since) ? undefined : "has an error that no fault explains";
}

/** Calls that are wrong, in words. */
export function wrongCalls(window: Window, service: FaultyService, from: number, since: number): string[] {
  return window.excel.calls.slice(from).flatMap((call) => {
    const { settled, ended, address, args, at } = call;
    const where = `window ${window.number} ${address} ${args.join(" ")} of edition ${at}, settled as ${JSON.stringify(settled)}`;
    if (ended !== undefined) return settled.length > 1 ? [`${where}: ${ended}, and settled ${settled.length} times`] : [];
    if (settled.length !== 1) return [`${where}: settled ${settled.length} times`];
    const why = wrongResult(service, call, since);
    return why === undefined ? [] : [`${where}: ${why} (since ${since})`];
  });
}

/** Cells whose last call was refused for its key, or had none: they calculate by themselves once a key is saved. */
export function waitingForKey({ excel, content, rows }: Window): string[] {
  const last = new Map<string, unknown>();
  for (const { address, ended, settled } of excel.calls) if (ended === undefined) last.set(address, settled[0]?.result.value);
  return rows.flatMap((row) => {
    const address = `${row.sheet}!${row.cell}`;
    return content(row)?.formula === row.formula && /Add your API key|has been revoked/.test(String(last.get(address)))
      ? [`${address} (${String(last.get(address)).slice(0, 40)})`]
      : [];
  });
}

/** Cells that are busy, empty or 0, and texts of the co-author that are gone. */
export function wrongCells({ number, rows, typed, content, excel }: Window): string[] {
  const cells = rows.flatMap((row) => {
    const cell = content(row);
    if (cell === undefined || typed.has(`${row.sheet}!${row.cell}`)) return [];
    return ["#BUSY!", 0, "", null].some((unknown) => unknown === cell.value)
      ? [`window ${number} ${row.sheet}!${row.cell}: ${JSON.stringify(cell.value)}`]
      : [];
  });
  const texts = [...typed].flatMap(([key, text]) => {
    const [sheet = "", cell = ""] = key.split("!");
    const value = excel.workbook.sheets[sheet]?.[cell]?.value;
    return value === text ? [] : [`window ${number} ${key}: the co-author typed ${text}, the cell has ${JSON.stringify(value)}`];
  });
  return [...cells, ...texts];
}

/** Cells without the answer of the current edition. */
export const notCurrent = ({ number, rows, content }: Window, edition: number): string[] =>
  rows.flatMap((row) => {
    const right = shownFor(row.question, edition);
    const wanted = typeof right === "number" ? right * row.times : right;
    const cell = content(row);
    return cell?.value === wanted ? [] : [`window ${number} ${row.sheet}!${row.cell} ${row.formula}: ${JSON.stringify(cell?.value)}, not ${wanted}`];
  });
