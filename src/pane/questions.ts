import type { Question } from "../core/question";
import { readCalls, type ArgumentInFormula, type CallInFormula } from "../workbook/call-arguments";
import { BUSY, isError, type CellPlace, type CellValue, type FormulaCell } from "../workbook/cell";
import { addressOf } from "../workbook/cell-address";
import { handedIn, mayAsk, readCall } from "./call-question";
import type { PaneHost } from "./pane-host";
import { breathe } from "./parts/breathe";
import { WorkbookRefusal, type Watch, type Workbook } from "./workbook";

/** What the calls of one cell ask, as far as that can be known. */
export interface Asked {
  readonly cell: FormulaCell;
  /** Each once. A call whose arguments are wrong asks nothing. */
  readonly questions: readonly Question[];
  /** Calls whose arguments could not be known. */
  readonly unknown: number;
  /** The formula is one call and nothing else. */
  readonly alone: boolean;
}

type Known = (place: CellPlace) => CellValue | undefined;

const placeKey = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}\n${row}\n${column}`;

const placeOf = (argument: ArgumentInFormula, cell: FormulaCell): CellPlace | undefined =>
  argument.kind === "reference" ? { sheet: argument.sheet ?? cell.sheet, row: argument.row, column: argument.column } : undefined;

/** After how many cells long work lets the page breathe. */
const SLICE = 1_000;
/** Cells asked of the workbook at once. */
const BATCH = 5_000;

/** What a call's arguments come to; undefined for one that is not known, or has not come to anything yet. */
const valuesOf = (call: CallInFormula, cell: FormulaCell, known: Known): readonly (CellValue | undefined)[] =>
  call.args.map((argument) => {
    const place = placeOf(argument, cell);
    const value = argument.kind === "literal" ? argument.value : place && known(place);
    return value !== undefined && isError(value) && value.error === BUSY ? undefined : value;
  });

const isKnown = (value: CellValue | undefined): value is CellValue => value !== undefined;

/** What cells show, in few calls. A sheet that is not there makes its own cells unknown and no others. */
async function readPlaces(places: readonly CellPlace[], own: ReadonlySet<string>, workbook: Workbook, watch: Watch): Promise<Map<string, CellValue>> {
  const values = new Map<string, CellValue>();
  const read = async (batch: readonly CellPlace[]) => {
    const shown = await workbook.shown(batch);
    for (const [i, place] of batch.entries()) {
      const cell = shown[i];
      if (cell) values.set(placeKey(place), cell.value);
    }
  };
  for (let from = 0; from < places.length && !watch.signal?.aborted; from += BATCH) {
    const batch = places.slice(from, from + BATCH);
    try {
      await read(batch);
    } catch (e) {
      const bySheet = new Map<string, CellPlace[]>();
      for (const place of batch) {
        const some = bySheet.get(place.sheet);
        if (some) some.push(place);
        else bySheet.set(place.sheet, [place]);
      }
      if (!(e instanceof WorkbookRefusal) || [...bySheet.keys()].every((sheet) => own.has(sheet.toLowerCase()))) throw e;
      for (const [sheet, some] of bySheet)
        await read(some).catch((why: unknown) => {
          if (own.has(sheet.toLowerCase())) throw why;
        });
    }
    await breathe();
  }
  return values;
}

/** What one cell's calls ask. Calls whose arguments stay unknown take what this cell last asked of the same function. */
function askedOf(cell: FormulaCell, calls: readonly CallInFormula[], known: Known, callLog: PaneHost["cells"]["callLog"]): Asked {
  const questions = new Map<string, Question>();
  const open: { readonly id: string; readonly values: readonly (CellValue | undefined)[] }[] = [];
  for (const call of calls) {
    const values = valuesOf(call, cell, known);
    if (!values.every(isKnown)) {
      open.push({ id: call.id, values });
      continue;
    }
    const read = readCall(call.id, values.map(handedIn));
    if (read && "question" in read) questions.set(read.question.key, read.question);
  }
  let unknown = 0;
  const before = open.length > 0 ? callLog.questionsOf(addressOf(cell)) : [];
  for (const { id, values } of open) {
    const question = before.find((q) => !questions.has(q.key) && mayAsk(q, id, values));
    if (question) questions.set(question.key, question);
    else unknown++;
  }
  return { cell, questions: [...questions.values()], unknown, alone: calls.length === 1 && calls[0]?.alone === true };
}

/**
 * What every one of these cells asks the service, without asking it: arguments written out are read, cells that are referred to are looked up together,
 * and for the rest it is what the cell asked when it was last calculated. In the order of the cells; all of them, unless the signal ends it early.
 */
export async function questionsOf(
  cells: readonly FormulaCell[],
  host: Pick<PaneHost, "cells">,
  workbook: Workbook,
  watch: Watch = {},
): Promise<readonly Asked[]> {
  const read: (readonly CallInFormula[])[] = [];
  const places = new Map<string, CellPlace>();
  const own = new Set<string>();
  for (const [i, cell] of cells.entries()) {
    const calls = readCalls(cell.formula);
    read.push(calls);
    own.add(cell.sheet.toLowerCase());
    for (const argument of calls.flatMap((call) => call.args)) {
      const place = placeOf(argument, cell);
      if (place) places.set(placeKey(place), place);
    }
    if (i % SLICE === SLICE - 1) await breathe();
  }
  const values = await readPlaces([...places.values()], own, workbook, watch);
  const known: Known = (place) => values.get(placeKey(place));
  const asked: Asked[] = [];
  for (const [i, cell] of cells.entries()) {
    asked.push(askedOf(cell, read[i] ?? [], known, host.cells.callLog));
    if (i % SLICE < SLICE - 1) continue;
    watch.progress?.(i + 1, cells.length);
    await breathe();
    if (watch.signal?.aborted) return asked;
  }
  watch.progress?.(cells.length, cells.length);
  return asked;
}
