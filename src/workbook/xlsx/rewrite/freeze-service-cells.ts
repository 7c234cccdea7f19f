import { append } from "../../../contract/lists";
import { addressOf } from "../../cell-address";
import { placeOf } from "../../cell-reference";
import { mayBeInSheetsForm } from "../../formulas/called-in-sheets";
import { callsInSheetsForm } from "../../formulas/sheets-form";
import { hasServiceCall } from "../../formulas/service-calls";
import { withoutChainCells } from "../calc-chain";
import { withContents } from "../edit-package";
import { formulaCells, type FormulaInText, writtenOut } from "../formula-cells";
import type { Parts } from "../unpack";
import { partText, relatedParts, sheetParts, type SheetPart, workbookPart } from "../package-parts";
import { elementsInText, xmlText } from "../read-xml";
import { richErrors } from "../read/rich-errors";
import { type Edit, edited, prefixOf, withoutAttribute } from "../xml-edits";

/** Something that was not replaced. */
export interface Kept {
  /** A cell, `Sheet1!B2`, or a description of what else calls SERVICE. */
  readonly where: string;
  /** Why, and what to do, in a sentence. */
  readonly why: string;
}

const NOT_CALCULATED = "has no value yet, so its formula is kept. Refresh it, wait until it shows a value, and make the copy again.";
const NO_NAME = "shows #NAME?: Excel did not know its function, so its formula is kept. Repair it in the Audit tab, and make the copy again.";
const STOPPED = "could not spill or ask when it was last calculated, so its formula is kept. Clear what is in its way, refresh it, and make the copy again.";

const FORMAT = "A conditional format calls SERVICE. Without the add-in it is never applied. Make it refer to a cell instead.";
const VALIDATION =
  "A data validation calls SERVICE. Without the add-in its list is empty, and its check cannot be calculated. Make it refer to a cell instead.";
const EITHER =
  "A conditional format or data validation calls SERVICE. Without the add-in the format is never applied, and the validation cannot be calculated. Make it refer to a cell instead.";

/** Why a cell with this error keeps its formula; undefined for an error that the copy shows too. */
export function whyKept(error: string): string | undefined {
  if (error === "#BUSY!" || error === "#GETTING_DATA") return NOT_CALCULATED;
  if (error === "#NAME?") return NO_NAME;
  return error === "#SPILL!" || error === "#BLOCKED!" || error === "#CONNECT!" ? STOPPED : undefined;
}

/** Why a cell has no value to replace its formula; undefined if it has one. An unknown value is never written as empty or 0. */
function noValue({ attributes, value }: FormulaInText, errors: ReadonlyMap<string, string>): string | undefined {
  const type = attributes["t"] ?? "n";
  if (!value || (value.text.trim() === "" && type !== "str")) return NOT_CALCULATED;
  if (type !== "e") return undefined;
  return whyKept(errors.get(attributes["vm"] ?? "") ?? value.text.trim().toUpperCase());
}

/** Replaces a cell's formula by its value. A calculated text becomes a typed text. */
function frozenCell(xml: string, { tag, element, attributes, value }: FormulaInText): Edit[] {
  const open = xml.slice(tag.start, tag.end);
  const plain = withoutAttribute(open, "cm");
  const edits: Edit[] = [{ ...element, text: "" }];
  if (attributes["t"] !== "str" || !value) return plain === open ? edits : [{ ...tag, text: plain }, ...edits];
  const p = prefixOf(open);
  const typed = plain.replace(/(\st\s*=\s*)(?:"str"|'str')/, '$1"inlineStr"');
  // The raw text, including entities.
  const content = /^<[^>]*>([\s\S]*)<\/[^>]*>$/.exec(xml.slice(value.start, value.end))?.[1] ?? "";
  return [{ ...tag, text: typed }, ...edits, { start: value.start, end: value.end, text: `<${p}is><${p}t xml:space="preserve">${content}</${p}t></${p}is>` }];
}

/** Cells whose whole array a formula refers to: `_xlfn.ANCHORARRAY(B2)` refers to B2. */
const arraysOf = (formula: string): string[] => [...formula.matchAll(/ANCHORARRAY\(([^()]*)\)/gi)].map((m) => m[1]!.replaceAll("$", "").toUpperCase());

interface SheetResult {
  readonly xml: string;
  /** References of the cells whose formulas are values now. */
  readonly frozen: ReadonlySet<string>;
  readonly kept: readonly Kept[];
}

function freezeSheet(xml: string, name: string, part: string, errors: ReadonlyMap<string, string>): SheetResult {
  const kept: Kept[] = [];
  const rules = new Map<string, string>();
  const cells = formulaCells(xml, part, (element, formula, range) => {
    if (hasServiceCall(formula)) rules.set(range, element === "formula" ? FORMAT : /^formula[12]$/.test(element) ? VALIDATION : EITHER);
  });
  const place = ({ row, column }: FormulaInText): string => addressOf({ sheet: name, row, column });
  const freezing = new Set<FormulaInText>();
  const { filled } = callsInSheetsForm(cells.flatMap(({ formula: text, row, column }) => (mayBeInSheetsForm(text) ? [{ text, row, column }] : [])));
  for (const cell of cells) {
    if (!hasServiceCall(cell.formula) && !filled.has(placeOf(cell.row, cell.column))) continue;
    const why = noValue(cell, errors);
    if (why === undefined) freezing.add(cell);
    else kept.push({ where: place(cell), why: `It ${why}` });
  }
  const edits = [...freezing].flatMap((cell) => frozenCell(xml, cell));
  const values = new Set([...freezing].map((c) => c.reference));
  append(
    edits,
    writtenOut(xml, cells, (cell) => freezing.has(cell)),
  );
  for (const cell of cells) {
    if (freezing.has(cell)) continue;
    const gone = arraysOf(cell.formula).find((reference) => values.has(reference));
    if (gone !== undefined)
      kept.push({
        where: place(cell),
        why: `It refers to the array ${gone}#, which is plain values in the copy, so it shows #REF! there once it is calculated. Use the range in its formula.`,
      });
  }
  for (const [range, why] of rules) kept.push({ where: `${name}, rule for ${range || "its cells"}`, why });
  return { xml: edits.length > 0 ? edited(xml, edits) : xml, frozen: values, kept };
}

/** Calls of SERVICE outside sheets: defined names and calculated table columns. */
function elsewhere(parts: Parts, workbook: string, sheets: readonly SheetPart[]): Kept[] {
  const names = elementsInText(partText(parts, workbook), workbook, (name) => name === "definedName").flatMap(({ attributes, text }): Kept[] =>
    hasServiceCall(text)
      ? [
          {
            where: `Name ${attributes["name"] ?? ""}`,
            why: "It calls SERVICE. Without the add-in, cells that use it show #NAME? once they are calculated. Replace it by a value under Formulas, Name Manager.",
          },
        ]
      : [],
  );
  const tables = sheets.flatMap(({ part }) => relatedParts(parts, part, "table"));
  const columns = tables.flatMap(({ name: table, bytes }): Kept[] => {
    const xml = xmlText(bytes);
    if (!/service/i.test(xml)) return [];
    let [title, column] = ["", ""];
    return elementsInText(xml, table, (name) => /^(?:table|tableColumn|calculatedColumnFormula)$/.test(name)).flatMap(({ name, attributes: a, text }) => {
      if (name === "table") title = a["displayName"] ?? a["name"] ?? "";
      else if (name === "tableColumn") column = a["name"] ?? "";
      else if (hasServiceCall(text))
        return [
          {
            where: `Table ${title}, column ${column}`,
            why: "New rows of the table fill this column with a SERVICE formula, which shows #NAME? without the add-in.",
          },
        ];
      return [];
    });
  });
  return [...names, ...columns];
}

/**
 * Replaces every formula that calls SERVICE by its last result: numbers, dates, reasons as text, errors as errors. Everything else stays: all other parts byte
 * for byte, and all other cells; only the calculation chain no longer lists these cells. A formula without a usable value (not calculated, waiting, `#NAME?`)
 * stays and is listed in `kept`, as are names, rules and tables that call SERVICE. Returns the same parts if nothing is replaced. Throws a `FileRefusal` for
 * unreadable files.
 *
 * @returns frozen is the number of replaced formulas
 */
export function frozenParts(parts: Parts): { readonly parts: Parts; readonly frozen: number; readonly kept: readonly Kept[] } {
  const workbook = workbookPart(parts);
  const errors = richErrors(parts, workbook);
  const sheets = sheetParts(parts, workbook);

  let frozen = 0;
  const kept: Kept[] = [];
  const changed = new Map<string, string>();
  const gone = new Map<string, ReadonlySet<string>>();
  for (const { name, id, part } of sheets) {
    const xml = partText(parts, part);
    if (!/service/i.test(xml)) continue;
    const result = freezeSheet(xml, name, part, errors);
    frozen += result.frozen.size;
    gone.set(id, result.frozen);
    append(kept, result.kept);
    if (result.xml !== xml) changed.set(part, result.xml);
  }
  append(kept, elsewhere(parts, workbook, sheets));
  return { parts: frozen === 0 ? parts : withoutChainCells(withContents(parts, changed), workbook, gone), frozen, kept };
}
