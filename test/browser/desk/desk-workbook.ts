import type { Client } from "../../../src/core/client";
import type { CallLog } from "../../../src/core/call-log";
import { errorOf } from "../../../src/core/failure";
import type { Outcome } from "../../../src/core/outcome";
import { readQuestion } from "../../../src/core/question";
import { isFunctionName } from "../../../src/contract/functions";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { type Refused, type Workbook } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import type { Content } from "../../../src/workbook/edits/sheet-edits";
import { readBrokenNames } from "../../../src/workbook/formulas/broken-names";
import { BUSY, type CellPlace, type CellValue, type FormulaCell } from "../../../src/workbook/cell";
import { addressOf } from "../../../src/workbook/cell-address";
import { parseLiteralCall } from "../../../src/workbook/formulas/literal";

/** A workbook in memory. Its cells are single SERVICE calls with literal arguments, answered by a real client. */
export interface DeskWorkbook extends Workbook {
  put(sheet: string, row: number, column: number, formula: string, value: CellValue, text?: string): void;
  /** Cells of this sheet are neither calculated nor written. */
  protect(sheet: string): void;
  /** What the pane did: the cells that it went to and the sheets that it wrote. */
  readonly went: string[];
  readonly written: { readonly name: string; readonly rows: readonly (readonly Content[])[] }[];
  show(address: string): string | undefined;
}

const textOf = (value: CellValue): string => (value === null ? "" : typeof value === "object" ? value.error : String(value));

function valueOf(outcome: Outcome): CellValue {
  switch (outcome.kind) {
    case "answer":
      return outcome.answer.value ?? `n/a: ${outcome.answer.reason ?? ""}`;
    case "failure":
      return { error: errorOf(outcome.failure) };
    case "held":
      return outcome.held.kind === "error" ? { error: String(outcome.held.value) } : outcome.held.value;
    case "no_key":
      return NO_KEY_IN_CELL;
    case "error_in":
      return { error: outcome.error };
  }
}

export function createDeskWorkbook(client: Client, callLog: CallLog): DeskWorkbook {
  const cells = new Map<string, { place: CellPlace; formula: string; value: CellValue; text: string }>();
  const settings = new Map<string, string>();
  const locked = new Set<string>();
  const went: string[] = [];
  const written: { name: string; rows: readonly (readonly Content[])[] }[] = [];

  function calculate(place: CellPlace): void {
    const cell = cells.get(addressOf(place));
    if (!cell) return;
    const become = (value: CellValue) => {
      cell.value = value;
      cell.text = textOf(value);
    };
    const call = parseLiteralCall(cell.formula);
    const name = call.ok ? call.id.replace(/^SERVICE\.?/, "") : "";
    if (!call.ok || readBrokenNames(cell.formula).broken > 0 || !isFunctionName(name)) return become({ error: "#NAME?" });
    const read = readQuestion(name, call.args);
    if ("outcome" in read) return become(valueOf(read.outcome));
    const { question } = read;
    const noted = callLog.record(addressOf(place), question);
    become({ error: BUSY });
    client.ask(
      question,
      (outcome) => {
        if (noted) callLog.recordAnswer(noted, question, outcome.kind === "answer" ? outcome.answer : undefined);
        become(valueOf(outcome));
      },
      addressOf(place),
    );
  }

  const split = <T>(items: readonly T[], placeOf: (item: T) => CellPlace, act: (item: T) => void): Refused[] =>
    items.flatMap((item) => {
      const place = placeOf(item);
      if (locked.has(place.sheet)) return [{ place, why: `The sheet ${place.sheet} is protected. Unprotect it, then try again.` }];
      act(item);
      return [];
    });

  return {
    went,
    written,
    put: (sheet, row, column, formula, value, text) =>
      void cells.set(addressOf({ sheet, row, column }), { place: { sheet, row, column }, formula, value, text: text ?? textOf(value) }),
    protect: (sheet) => void locked.add(sheet),
    show: (address) => cells.get(address)?.text,
    selection: async () => undefined,
    onSelection: () => () => undefined,
    serviceCells: async (scope, watch) => {
      const sheet = [...cells.values()][0]?.place.sheet;
      const all = [...cells.values()]
        .filter((c) => /service/i.test(c.formula))
        .filter((c) => scope === "workbook" || (c.place.sheet === sheet && (scope === "sheet" || c.place.row === 0)));
      watch?.progress?.(all.length, all.length);
      return all.map(({ place, formula, value, text }): FormulaCell => ({ ...place, formula, value, text }));
    },
    shown: async (places) =>
      places.map((place) => {
        const cell = cells.get(addressOf(place));
        return { value: cell?.value ?? null, text: cell?.text ?? "" };
      }),
    recalculate: async (places) => split(places, (place) => place, calculate),
    write: async () => {
      throw new WorkbookRefusal("This workbook takes no values.");
    },
    writeSheet: async (name, rows) => {
      const free = written.some((w) => w.name === name) ? `${name} 2` : name;
      written.push({ name: free, rows });
      return free;
    },
    goTo: async (place) => {
      if (place.sheet === "Hidden") throw new WorkbookRefusal("The sheet Hidden is hidden. Unhide it, then go there again.");
      went.push(addressOf(place));
    },
    reenter: async (entered) =>
      split(
        entered,
        (c) => c.place,
        ({ place, formula }) => {
          const cell = cells.get(addressOf(place));
          if (cell) cell.formula = formula;
          calculate(place);
        },
      ),
    file: async () => new Uint8Array(),
    open: async () => undefined,
    defineName: async () => undefined,
    settings: {
      read: (name) => settings.get(name),
      write: async (name, text) => void (text === undefined ? settings.delete(name) : settings.set(name, text)),
    },
  };
}
