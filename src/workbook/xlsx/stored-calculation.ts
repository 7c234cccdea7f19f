import type { StoredCalculation } from "../book";
import { partNamed, relationshipsOf } from "./package-parts";
import { isFalse, isTrue, xmlText, type Attributes } from "./read-xml";
import type { Parts } from "./unpack";

/** `Microsoft Macintosh Excel`, `Microsoft Excel Online`, `Excel Android`. Other programs name themselves after a slash, or as compatible. */
const EXCEL = /^(?:Microsoft )?(?:Macintosh )?Excel(?! Compatible)(?: [\w ]+)?$/;
/** The first Excel that wrote .xlsx files. Programs that call themselves Excel have numbers of their own. */
const FIRST_VERSION = 12;

/**
 * What a file says about the calculation that gave the values of its formulas.
 *
 * @param settings the attributes of the workbook's `calcPr`, if it has one
 * @param bySheets true if a sheet has a `sheetCalcPr`, which says nothing but that Excel calculates it when it opens the file
 */
export function storedCalculation(parts: Parts, settings: Attributes = {}, bySheets = false): StoredCalculation {
  const about = relationshipsOf(parts, "").find(({ type }) => type === "extended-properties")?.target ?? "docProps/app.xml";
  const file = partNamed(parts, about);
  // Not parsed: a book is read whatever this part is like.
  const text = file ? xmlText(file) : "";
  const textOf = (name: string): string => new RegExp(`<(?:[\\w.-]+:)?${name}\\s*>([^<]*)<`).exec(text)?.[1]?.trim() ?? "";
  const program = textOf("Application");
  const version = Number.parseFloat(textOf("AppVersion"));
  const isIncomplete = isFalse(settings["calcCompleted"]);
  return {
    ...(program === "" ? {} : { program }),
    ...(EXCEL.test(program) && !(version < FIRST_VERSION) ? { byExcel: true } : {}),
    ...(bySheets || isIncomplete || isTrue(settings["fullCalcOnLoad"]) ? { onOpening: true } : {}),
    ...(settings["calcMode"] === "manual" ? { manual: true } : {}),
  };
}
