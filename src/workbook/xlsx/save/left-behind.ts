import { own } from "../../../contract/own";
import type { Block, Book, BookSheet } from "../../book";
import { areaText } from "../../cell-address";
import { blockIn, overlap } from "../../cell-reference";
import { sameValue } from "../../cell";
import { lineAfter, movedBlock } from "../../line-edits";
import type { SheetFates } from "../../moved-formula";
import { withoutSignatures } from "../change-marks";
import { withContents, withoutParts } from "../edit-package";
import { partNamed, relationshipsOf } from "../package-parts";
import { readXml, xmlText, type Attributes } from "../read-xml";
import { sheetParts } from "../sheet-parts";
import type { Parts } from "../unpack";
import { edited, withAttribute, type Edit, type Span } from "../xml-edits";
import { cellText, escapeCellText } from "../xml-text";
import type { EditedBook } from "./edited-book";
import { withElement } from "./place-elements";

/** What a file has on a sheet that cannot follow every edit. */
interface OnSheet {
  readonly id: string;
  readonly part: string;
  readonly kind: "table" | "pivotTable";
  readonly name: string;
  readonly block: Block;
  readonly hasHead: boolean;
}

function onSheet(parts: Parts, sheet: string): OnSheet[] {
  return relationshipsOf(parts, sheet).flatMap(({ id, type, target }): OnSheet[] => {
    const bytes = type === "table" || type === "pivotTable" ? partNamed(parts, target) : undefined;
    if (!bytes) return [];
    let root: Attributes = {};
    let ref: string | undefined;
    readXml(xmlText(bytes), target, {
      open: (name, a) => {
        if (name === "table" || name === "pivotTableDefinition") root = a;
        if (name === "table" || name === "location") ref ??= a["ref"];
      },
    });
    const block = blockIn(ref ?? "");
    const name = root["displayName"] ?? root["name"] ?? "";
    return block ? [{ id, part: target, kind: type as OnSheet["kind"], name, block, hasHead: Number(root["headerRowCount"] ?? 1) > 0 }] : [];
  });
}

const valueAt = ({ cells }: BookSheet, row: number, column: number) => cells.find((cell) => cell.row === row && cell.column === column)?.value ?? null;

/** Why a table or pivot table cannot stay; its headings if they changed; undefined if it can stay as it is. */
function whyNot(
  { kind, block, hasHead }: OnSheet,
  was: BookSheet,
  now: BookSheet,
  fates: SheetFates,
): string | { readonly headings: readonly string[] } | undefined {
  const edits = fates.get(was.name.toLowerCase())?.edits ?? [];
  const moved = movedBlock(block, edits);
  if (!moved) return "its rows or columns were deleted";
  if (kind === "pivotTable") return moved.rows === block.rows && moved.columns === block.columns ? undefined : "rows or columns in it were inserted or deleted";
  if (moved.columns !== block.columns) return "columns in it were inserted or deleted";
  if (moved.rows < Math.min(2, block.rows)) return "its rows were deleted";
  if (!hasHead) return undefined;
  if (lineAfter(block.row, "rows", edits) !== moved.row) return "its row of headings was moved or deleted";
  let changed = false;
  for (let c = 0; c < block.columns; c++) if (!sameValue(valueAt(was, block.row, block.column + c), valueAt(now, moved.row, moved.column + c))) changed = true;
  if (!changed) return undefined;
  const names = Array.from({ length: block.columns }, (_, c) => valueAt(now, moved.row, moved.column + c));
  const isValid = names.every((name) => typeof name === "string" && name.trim() !== "" && name.length <= 255);
  if (!isValid || new Set(names.map((name) => String(name).toLowerCase())).size < names.length) return "its headings are not different texts";
  return { headings: names.map(String) };
}

/** Elements with areas that do not go with cells that are cut and pasted, in words. */
const STAYING: Readonly<Record<string, string>> = {
  comment: "notes",
  dataValidation: "validation",
  hyperlink: "links",
};

/** What a sheet has on these blocks that does not go with their cells, in words. Notes and conditional formats that were read do. */
function staying(parts: Parts, sheet: string, blocks: readonly Block[], { notes: read, formats = [] }: BookSheet): string[] {
  if (blocks.length === 0) return [];
  const found = new Set<string>();
  let [rules, isFormatted] = [0, false];
  const notes = read ? [] : relationshipsOf(parts, sheet).flatMap(({ type, target }) => (type === "comments" ? [target] : []));
  for (const part of [sheet, ...notes]) {
    const bytes = partNamed(parts, part);
    if (!bytes) continue;
    readXml(xmlText(bytes), part, {
      open: (name, a) => {
        // What newer versions say about a bar is not a rule of its own.
        if (name === "cfRule" || (/:cfRule$/.test(name) && a["type"] !== "dataBar")) rules++;
        const words = own(STAYING, name);
        const isFormat = name === "conditionalFormatting";
        if (words === undefined && !isFormat) return;
        const areas = (a["sqref"] ?? a["ref"] ?? "").split(/\s+/).flatMap((one) => blockIn(one) ?? []);
        if (!areas.some((area) => blocks.some((block) => overlap(area, block)))) return;
        if (words === undefined) isFormatted = true;
        else found.add(words);
      },
    });
  }
  if (isFormatted && rules > formats.length) found.add("conditional formats");
  return [...found].sort();
}

interface LeftBehind {
  readonly parts: Parts;
  /** A sentence for each. */
  readonly lost: readonly string[];
  /** The names of tables that are plain cells now, in lower case. */
  readonly tables: ReadonlySet<string>;
}

/**
 * Removes from a file what no longer fits to its cells, because the user changed what it is about: Excel would offer to repair the file. The cells stay.
 *
 * @param before the parts before they were moved, as the opened book has them
 */
export function withoutBroken(before: Parts, moved: Parts, workbook: string, opened: Book, now: EditedBook, fates: SheetFates): LeftBehind {
  let parts = moved;
  const lost: string[] = [];
  const tables = new Set<string>();
  for (const sheet of sheetParts(before, workbook)) {
    const index = opened.sheets.findIndex(({ name }) => sheet.hasCells && name === sheet.name);
    const place = now.origins.indexOf(index);
    if (index < 0 || place < 0) continue;
    const [was, is] = [opened.sheets[index]!, now.book.sheets[place]!];
    const stays = staying(moved, sheet.part, now.moves?.get(index) ?? [], was);
    if (stays.length > 0)
      lost.push(`On ${is.name}, ${stays.join(", ")} of the cells that you moved to other places stay where they are, and do not go with the cells.`);
    for (const one of onSheet(before, sheet.part)) {
      const why = whyNot(one, was, is, fates);
      if (why === undefined) continue;
      if (typeof why === "object") {
        parts = withHeadings(parts, one.part, why.headings);
        continue;
      }
      parts = withoutParts(parts, [one.part]);
      if (one.kind === "table") {
        tables.add(one.name.toLowerCase());
        parts = withoutTable(parts, sheet.part, one.id);
      }
      const what = one.kind === "table" ? "table" : "pivot table";
      lost.push(`The ${what} ${one.name} (${areaText({ sheet: was.name, ...one.block })}) is saved as plain cells, because ${why}.`);
    }
  }
  if (withoutSignatures(parts) !== parts) lost.push("The digital signature is removed, because it is not about your changes.");
  return { parts, lost, tables };
}

/** A table with other names of its columns. Formulas of columns that name one of the former names are left out: Excel does not fill new rows with them. */
function withHeadings(parts: Parts, part: string, headings: readonly string[]): Parts {
  const xml = xmlText(partNamed(parts, part)!);
  const edits: Edit[] = [];
  const gone: string[] = [];
  let column = 0;
  let formula: Span | undefined;
  let text = "";
  const formulas: (Span & { readonly text: string })[] = [];
  readXml(xml, part, {
    open: (name, a, start, end) => {
      text = "";
      if (name === "calculatedColumnFormula" || name === "totalsRowFormula") formula = { start, end };
      if (name !== "tableColumn") return;
      const heading = headings[column++];
      const stored = heading === undefined ? a["name"] : escapeCellText(heading).replaceAll("\n", "_x000a_");
      if (heading === undefined || cellText(a["name"] ?? "") === heading) return;
      gone.push(cellText(a["name"] ?? "").toLowerCase());
      edits.push({ start, end, text: withAttribute(xml.slice(start, end), "name", stored ?? "") });
    },
    text: (more) => void (text += more),
    close: (_, __, end) => {
      if (formula) formulas.push({ start: formula.start, end, text });
      formula = undefined;
    },
  });
  for (const one of formulas) if (gone.some((name) => one.text.toLowerCase().includes(`[${name}]`))) edits.push({ start: one.start, end: one.end, text: "" });
  return withContents(parts, new Map([[part, edited(xml, edits)]]));
}

/** A sheet without its entry of a table. */
function withoutTable(parts: Parts, sheet: string, id: string): Parts {
  const xml = xmlText(partNamed(parts, sheet)!);
  const written = withElement(xml, sheet, "tableParts", (p, before) => {
    const left = [...before.matchAll(new RegExp(`<${p}tablePart(?=[\\s/>])[^<>]*?/?>(?:\\s*</${p}tablePart>)?`, "g"))]
      .map(([tag]) => tag)
      .filter((tag) => !new RegExp(`:id\\s*=\\s*["']${id}["']`).test(tag));
    return left.length === 0 ? "" : `<${p}tableParts count="${left.length}">${left.join("")}</${p}tableParts>`;
  });
  return written === xml ? parts : withContents(parts, new Map([[sheet, written]]));
}
