import { shownValue, type Arg, type CellCall, type CellsUnderTest, type Shown } from "../conformance/cells-under-test";
import type { BuiltScript } from "./built-script";
import type { CellArgument, Cell } from "./cells";
import { startService, type Mode, type SheetsService } from "./service";
import { runAtOnce } from "./threads";
import { createWorld, type CellOutcome, type World, type WorldOptions } from "./world";

export type ShownRows = readonly (readonly Shown[])[];

export interface CellsInSheets extends CellsUnderTest {
  /** The same for calls that may fill several cells: returns the rows. At most `atMost` are calculated together, 30 by default as by Sheets. */
  anyCells(calls: readonly CellCall[], options?: { readonly atMost?: number }): Promise<readonly (Shown | ShownRows)[]>;
  readonly world: World;
  readonly service_: SheetsService;
  close(): Promise<void>;
}

const isRange = (arg: Arg): arg is { readonly range: readonly (readonly (string | number | boolean | null)[])[] } =>
  typeof arg === "object" && arg !== null && "range" in arg;

/** An argument in the form in which Sheets passes it: errors are their text, a date cell is a Date, a blank one the empty text. */
function handedIn(arg: Arg): CellArgument {
  if (isRange(arg)) return arg.range;
  if (typeof arg !== "object" || arg === null) return arg;
  return "error" in arg ? arg.error : { date: (arg as { day: string }).day };
}

/** A failed cell of a range is text that begins with the error's name. */
function shownCell(cell: Cell): Shown {
  if (cell === null) return { kind: "value", value: "" };
  if (typeof cell === "object") return { kind: "value", value: "date" in cell ? cell.date : cell.dateTime, day: true };
  const failed = typeof cell === "string" ? /^(#[A-Z/0!?]+) (.+)$/s.exec(cell) : null;
  return failed ? { kind: "error", error: failed[1]!, message: failed[2]! } : shownValue(cell);
}

/** A call for one cell that throws shows #ERROR! with the message. */
function shownOutcome(outcome: CellOutcome): Shown {
  if (outcome.kind === "error") return { kind: "error", error: "#ERROR!", message: outcome.message };
  if (Array.isArray(outcome.value)) throw new Error("This call spills; one cell was expected.");
  return shownCell(outcome.value as Cell);
}

const shownRows = (outcome: CellOutcome): Shown | ShownRows =>
  outcome.kind === "value" && Array.isArray(outcome.value)
    ? (outcome.value as readonly (readonly Cell[])[]).map((row) => row.map(shownCell))
    : shownOutcome(outcome);

const nameOf = (fn: string): string => fn.replaceAll(".", "_");

/** The built script in a separate spreadsheet, with the owner's key saved. */
export async function openSheets({ code, manifest }: BuiltScript, options: Partial<WorldOptions> = {}): Promise<CellsInSheets> {
  const service_ = await startService({ asOf: "2024-06-28" });
  const world = createWorld({ code, manifest, service: service_.service, now: "2024-06-28T12:00:00Z", ...options });
  const key = async (which: "good" | "none" | "unknown" | "revoked"): Promise<void> => {
    if (which === "none") world.userProperties().values.delete("SERVICE_API_KEY");
    else world.userProperties().values.set("SERVICE_API_KEY", service_.keys[which]);
  };
  await key("good");
  const rows = (outcome: CellOutcome): readonly Shown[] => {
    if (outcome.kind === "error") throw new Error(`The formula as a whole is an error: ${outcome.message}`);
    return (outcome.value as readonly (readonly Cell[])[]).map((row) => shownCell(row[0] ?? null));
  };
  const calculate = (calls: readonly CellCall[], options: { readonly atMost?: number } = {}): Promise<readonly CellOutcome[]> =>
    runAtOnce(
      world,
      calls.map(({ fn, args }) => ({ name: nameOf(fn), args: args.map(handedIn) })),
      options,
    );
  return {
    world,
    service_,
    cells: async (calls) => (await calculate(calls)).map(shownOutcome),
    anyCells: async (calls, options) => (await calculate(calls, options)).map(shownRows),
    down: async (fn, list, ...rest) => rows(await world.call(nameOf(fn), [list.map((item) => [item]), ...rest.map(handedIn)])),
    batches: () => service_.batches.map((batch) => batch.length),
    key,
    service: (behaviour) => {
      const mode: Mode = typeof behaviour === "object" ? "busy" : behaviour;
      service_.switches.mode = mode;
      if (typeof behaviour === "object") service_.switches.retryAfter = behaviour.retryAfter;
    },
    close: async () => {
      await world.close();
      await service_.close();
    },
  };
}
