import { ExcelError, PAYLOAD, type Batch, type BatchReply } from "./model/batches";
import { createCalculation, type CallFunction, type FunctionBehaviour } from "./model/calculation";
import { areaOf, type Sheets } from "./model/cells";
import { answerDocument, type DocumentState } from "./model/document";
import type { Move } from "./model/moved-references";
import { createObjects, type Book, type SheetState } from "./model/objects";

/** The test's workbook, as tests set it up and inspect it. */
export interface WorkbookModel extends Omit<Book, "isAutomatic"> {
  readonly behaviour: FunctionBehaviour;
  /** False: Excel calculates only on request. */
  isAutomatic: boolean;
  readonly document: DocumentState;
  /** Requests and replies larger than Excel on the web accepts. */
  tooLarge: number;
  /** Excel refuses these of the coming requests, counted from 0, as a whole, because there were too many or its service is not available. */
  limited: readonly number[];
  /** The error of such a request: both are in Microsoft's table (learn.microsoft.com, "Error handling with the application-specific JavaScript APIs"). */
  limitedBy: "ActivityLimitReached" | "ServiceNotAvailable";
  /** Excel refuses so many of the coming results of functions, because there were too many. office.js sends them again for a minute. */
  limitedResults: number;
  /** Number of answered requests. */
  batches: number;
  /** True until every function has answered. */
  isBusy(): boolean;
  /** Inserts or deletes cells, as the user does. */
  move(move: Move): void;
  renameSheet(from: string, to: string): void;
  /** Calculates these cells as if their formulas had been typed. */
  typed(sheet: string, ...names: string[]): void;
  /** Deletes a sheet as a co-author does: the calls of its cells are cancelled. */
  deleteSheet(name: string): void;
  /** Calculates what Excel calculates at opening: cells that waited for functions of a page that is gone, and errors. */
  reopened(): void;
  /** Resolves when no cell is being edited. */
  editEnds(): Promise<void>;
  /** Answers one batch of `Excel.run`. A number is office.js's error for the whole request. */
  answer(batch: string): BatchReply | number;
  answerDocument(dispatchId: number, data: Record<string, unknown>): Record<string, unknown>;
}

/** office.js makes this error ActivityLimitReached, as HTTP 429 (`OfficeJsErrorCode_ooeActivityLimitReached`). It does not say when to try again. */
const LIMIT_REACHED = 5102;
const REQUEST_TOO_LARGE = 5103;
const REPLY_TOO_LARGE = 5104;

/**
 * A workbook that implements as much of Excel's request protocol as the add-in uses, with Excel's limits. Anything else throws, so that no test passes by
 * accident. `call` reaches the add-in's functions.
 */
export function createWorkbookModel(call: CallFunction): WorkbookModel {
  const sheets: Sheets = { Sheet1: {} };
  const behaviour: FunctionBehaviour = { keepsOld: new Set(), skipsAfterErrors: false, functions: "ready" };
  const states: Record<string, SheetState> = {};
  const calculation = createCalculation(sheets, call, behaviour, (sheet) => (states[sheet]?.merged ?? []).map(areaOf));
  const document: DocumentState = { settings: new Map(), file: new Uint8Array([80, 75, 3, 4]), filesOpen: 0, readOnly: false, saves: 0 };
  let editing = false;
  let held: (() => void)[] = [];
  const model: WorkbookModel = {
    sheets,
    behaviour,
    states,
    names: {},
    hiddenNames: new Set(),
    formats: {},
    fonts: {},
    charts: [],
    selection: { sheet: "Sheet1", areas: ["A1"], active: "A1" },
    active: "Sheet1",
    get editing() {
      return editing;
    },
    set editing(value) {
      editing = value;
      if (editing) return;
      for (const go of held) go();
      held = [];
    },
    editEnds: () => (editing ? new Promise((resolve) => held.push(resolve)) : Promise.resolve()),
    typedMeanwhile: undefined,
    fixed: false,
    isBehind: false,
    decimalSeparator: ".",
    listsHaveSemicolons: false,
    culture: { name: "en-US", decimalSeparator: "." },
    refuses: new Set(),
    dirty: [],
    calculations: [],
    opened: [],
    hearsChanges: false,
    isAutomatic: true,
    xmlParts: new Map(),
    document,
    tooLarge: 0,
    limited: [],
    limitedBy: "ActivityLimitReached",
    limitedResults: 0,
    batches: 0,
    isBusy: calculation.isBusy,
    typed: (sheet, ...names) => {
      calculation.mark(sheet, names);
      calculation.calculate();
    },
    move: (move) => objects.move(move),
    renameSheet: (from, to) => objects.renameSheet(from, to),
    deleteSheet: (name) => objects.deleteSheet(name),
    reopened: calculation.again,
    answer: (text) => {
      model.batches++;
      const areResults = text.includes("SetInvocation");
      if (areResults && model.limitedResults > 0) {
        model.limitedResults--;
        return LIMIT_REACHED;
      }
      if (!areResults && !text.includes("_RemoveReference")) {
        const isRefused = model.limited.includes(0);
        model.limited = model.limited.filter((at) => at > 0).map((at) => at - 1);
        if (isRefused && model.limitedBy === "ActivityLimitReached") return LIMIT_REACHED;
        if (isRefused) return { Results: [], Error: { Code: model.limitedBy, Message: "The service is unavailable.", ActionIndex: 0 } };
      }
      if (text.length > PAYLOAD) {
        model.tooLarge++;
        return REQUEST_TOO_LARGE;
      }
      const batch = JSON.parse(text) as Batch;
      if (batch.Actions.some(({ ActionType, Name }) => ActionType === 4 && Name === "Formulas")) {
        const typed = model.typedMeanwhile;
        model.typedMeanwhile = undefined;
        typed?.();
      }
      const reply = answerBatch(batch);
      if (JSON.stringify(reply).length <= PAYLOAD) return reply;
      model.tooLarge++;
      return REPLY_TOO_LARGE;
    },
    answerDocument: (dispatchId, data) => answerDocument(document, dispatchId, data),
  };
  const objects = createObjects(model, calculation);

  /** Changes before a refused action of the same batch remain. */
  function answerBatch(batch: Batch): BatchReply {
    const results: { ActionId: number; Value: unknown }[] = [];
    const made = new Map<number, ReturnType<typeof objects.resolve>>();
    for (const [index, action] of batch.Actions.entries())
      try {
        // A marker between requests, which has no object: Excel confirms it.
        if (action.Name === "Trace") {
          results.push({ ActionId: action.Id, Value: null });
          continue;
        }
        const thing = objects.resolve(batch, action.ObjectPathId, made);
        if (model.editing && thing.is !== "runtime") throw new ExcelError("InvalidOperationInCellEditMode", "Excel is in cell-editing mode.");
        results.push({ ActionId: action.Id, Value: objects.perform(thing, action, (id) => objects.resolve(batch, id, made)) });
      } catch (e) {
        if (!(e instanceof ExcelError)) throw e;
        return { Results: results, Error: { Code: e.code, Message: e.message, ActionIndex: index } };
      }
    return { Results: results };
  }
  return model;
}
