import type { CellValue } from "../../src/workbook/cell";
import type { RefreshedBook } from "../../src/hosts/refresh/refresh-book";
import { placeOf, type WithCalls } from "./insert-calls";
import { entriesOf, partOf, textsOf } from "./package-text";
import { attributeOf, lettersOf, sheetOf, sheetTextOf, unescaped, type CellText, type RowText, type SheetText } from "./sheet-text";

const addressOf = ({ row, column }: { readonly row: number; readonly column: number }): string => `${lettersOf(column)}${row + 1}`;
const cellsOf = ({ rows }: SheetText): Map<string, CellText> => new Map(rows.flatMap(({ cells }) => cells.map((cell) => [addressOf(cell), cell])));

const plain = (text: string): string => unescaped(text).replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** What a cell's text says that it shows. */
function valueIn(text: string, prefix: string): CellValue {
  const raw = new RegExp(`<${prefix}v[^>]*>([\\s\\S]*?)</${prefix}v>`).exec(text)?.[1];
  if (raw === undefined) return null;
  const type = attributeOf(/^<[^>]*>/.exec(text)![0], "t");
  if (type === "e") return { error: raw };
  if (type === "b") return raw === "1";
  return type === "str" ? plain(raw) : Number(raw);
}

/** A cell without type and value, and without the area that its array fills: these may change. */
const formOf = (text: string, prefix: string): string =>
  text
    .replace(/^<[^>]*>/, (tag) => tag.replace(/\s+t=["'][^"']*["']/, ""))
    .replace(new RegExp(`(<${prefix}f[^>]*\\sref=)["'][^"']*["']`), '$1""')
    .replace(new RegExp(`<${prefix}v[^>]*>[\\s\\S]*?</${prefix}v>|<${prefix}v[^>]*/>`), "");

const wideOf = (tag: string): string => tag.replace(/\sspans=["'][^"']*["']/, "");

/** The sheet after a refresh with these cells as they were before. If only they changed, it is the sheet from before, byte for byte. */
export function undone(before: SheetText, after: SheetText, changed: ReadonlySet<string>): string {
  const old = cellsOf(before);
  const rowsBefore = new Map(before.rows.map((row) => [row.row, row]));
  const rows: RowText[] = [];
  const gaps: string[] = [];
  for (const [i, row] of after.rows.entries()) {
    const was = rowsBefore.get(row.row);
    const isNew = was === undefined && row.cells.length > 0 && row.cells.every((cell) => changed.has(addressOf(cell)));
    if (isNew && row.between.join("") === "" && after.after[i] === "") continue;
    const cells: CellText[] = [];
    const between = [row.between[0]!];
    for (const [k, cell] of row.cells.entries()) {
      const [address, next] = [addressOf(cell), row.between[k + 1]!];
      const oldCell = old.get(address);
      if (changed.has(address) && !oldCell) {
        between[between.length - 1] += next;
        continue;
      }
      cells.push(changed.has(address) ? oldCell! : cell);
      between.push(next);
    }
    const wasEmpty = was !== undefined && was.close === "" && cells.length === 0 && between.join("") === "";
    const open = was !== undefined && !wasEmpty && wideOf(was.open) === wideOf(row.open) ? was.open : row.open;
    rows.push(wasEmpty && wideOf(was.open).replace(/\s*\/>$/, ">") === wideOf(row.open) ? was : { ...row, open, cells, between });
    gaps.push(after.after[i]!);
  }
  const dimension = /<(?:[\w.-]+:)?dimension\s[^>]*>/;
  const head = after.head.replace(dimension, (tag) => dimension.exec(before.head)?.[0] ?? tag);
  return sheetOf({ ...after, head, rows, after: gaps });
}

const same = (a: CellValue | undefined, b: CellValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True if a styles part has one style more, which shows a date. A part without any style gets the ones that it needs. */
function hasDateStyle(before: string, after: string): boolean {
  if (!/<(?:\w+:)?xf[\s/>]/.test(before)) return /<(?:\w+:)?xf\b[^>]*\snumFmtId="14"/.test(after);
  const counted = (text: string): string => text.replace(/(<(?:\w+:)?cellXfs\b[^>]*?)\scount=["']\d+["']/, "$1");
  const [was, is] = [counted(before), counted(after)];
  const end = /<\/(?:\w+:)?cellXfs\s*>/.exec(was)?.index ?? 0;
  const added = is.slice(end, is.length - (was.length - end));
  return is.startsWith(was.slice(0, end)) && is.endsWith(was.slice(end)) && /^<(?:\w+:)?xf\b[^>]*\snumFmtId="14"[^>]*>[\s\S]*$/.test(added);
}

const withoutStyle = (text: string): string => text.replace(/^<[^>]*>/, (tag) => tag.replace(/\s+s=["']\d+["']/, ""));

/** What is wrong with a refreshed file: each cell, part or byte that changed and should not have, or the other way round. */
export function faultsOf({ file, sheet, part, expected, fills, date }: WithCalls, result: RefreshedBook): string[] {
  const faults: string[] = [];
  const [entriesBefore, entries] = [entriesOf(file), entriesOf(result.file)];
  if ([...entriesBefore.keys()].join("\n") !== [...entries.keys()].join("\n")) faults.push("The list of parts changed.");
  const reported = new Map<string, Set<string>>();
  for (const { where } of result.changed) {
    const [, name, address] = /^(.*)!([A-Z]+\d+)$/.exec(where)!;
    const title = name!.replace(/^'(.*)'$/s, "$1").replaceAll("''", "'");
    reported.set(title, (reported.get(title) ?? new Set()).add(address!));
  }
  const [textsBefore, texts] = [textsOf(file), textsOf(result.file)];
  for (const [name, bytes] of entriesBefore)
    if (Buffer.compare(bytes, entries.get(name) ?? Buffer.alloc(0)) !== 0 && name !== part && reported.size < 2) {
      const [was, is] = [textsBefore.get(partOf(name)), texts.get(partOf(name))];
      if (was === undefined || is === undefined || !hasDateStyle(was, is)) faults.push(`The part ${name} changed.`);
    }

  const [before, after] = [sheetTextOf(textsBefore.get(part)!), sheetTextOf(texts.get(part)!)];
  if (!before || !after) return [...faults, "The sheet has no cells."];
  const changed = new Set([...expected.keys(), ...(reported.get(sheet) ?? [])]);
  if (undone(before, after, changed) !== textsBefore.get(part)) faults.push("Other bytes of the sheet changed.");
  const [old, now] = [cellsOf(before), cellsOf(after)];
  const p = after.prefix;
  for (const [address, value] of expected) {
    const cell = now.get(address);
    const shown = cell && valueIn(cell.text, p);
    if (!same(shown, value)) faults.push(`${address} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(value)}.`);
    if (!reported.get(sheet)?.has(address)) faults.push(`${address} is not reported as changed.`);
  }
  for (const address of changed) {
    const given = now.get(address)?.text;
    const [was, is] = [old.get(address)?.text, address === date && given !== undefined ? withoutStyle(given) : given];
    if (
      was === undefined
        ? fillerOf(address, fills) === undefined
        : is === undefined || formOf(was, p).replace(/\s*\/>$/, `></${p}c>`) !== formOf(is, p).replace(/\s*\/>$/, `></${p}c>`)
    )
      faults.push(`More than the value of ${address} changed: ${was} became ${is}.`);
    if (!expected.has(address) && !was?.includes(`<${p}f`)) faults.push(`${address} has no formula and changed.`);
  }
  for (const [address, ref] of fills)
    if (!now.get(address)?.text.includes(` ref="${ref}"`)) faults.push(`The array in ${address} does not fill ${ref}: ${now.get(address)?.text}.`);
  const box = /<(?:[\w.-]+:)?dimension\s[^>]*ref=["']([^"']*)["']/;
  const [wasBox, isBox] = [box.exec(before.head)?.[1], box.exec(after.head)?.[1]];
  if (wasBox !== undefined && isBox !== wasBox) {
    const [from, to] = isBox!.split(":").map(placeOf);
    if ([...changed].map(placeOf).some(({ row, column }) => !to || row < from!.row || row > to.row || column < from!.column || column > to.column))
      faults.push(`The dimension ${isBox} does not hold all cells.`);
  }
  return faults;
}

/** The array that newly fills a cell. */
const fillerOf = (address: string, fills: ReadonlyMap<string, string>): string | undefined => {
  const { row, column } = placeOf(address);
  return [...fills.values()].find((ref) => {
    const [from, to = from] = ref.split(":").map(placeOf);
    return row >= from!.row && row <= to!.row && column >= from!.column && column <= to!.column;
  });
};
