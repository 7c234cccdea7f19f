import { withElement } from "./place-elements";
import { sameJson } from "../../../contract/json";
import type { BookSheet, RowSize, SheetFilter } from "../../book";
import { blockText, columnName } from "../../cell-address";
import { columnWidths } from "../column-widths";
import { attributeOf } from "../edit-package";
import { filterColumnXml, filterXml } from "../filter-xml";
import type { RuleNeeds } from "../formats/rule-xml";
import { addedRow, findRows, inData } from "../rows-in-text";
import { childrenOf, type Edit, edited, openedTag, openingTag, withAttribute, withContent, withoutAttribute } from "../xml-edits";
import { withFormats } from "./sheet-formats";

/** A column's element with another criterion: it keeps its attributes, such as that of a hidden button. */
function columnXml(now: SheetFilter["columns"][number], old: string | undefined, p: string): string {
  const xml = filterColumnXml(now, p);
  const [tag, is] = [old === undefined ? undefined : openingTag(old), openingTag(xml)];
  return tag && is ? openedTag(tag) + xml.slice(is.length) : xml;
}

/** A column's element without its criterion; nothing if it had nothing else. */
function withoutCriterion(element: string): string {
  const tag = openingTag(element) ?? "";
  return withoutAttribute(tag, "colId").match(/\s/) ? tag.replace(/\s*\/?>$/, "/>") : "";
}

/** A filter's element for another filter: what did not change stays as it is, also what the book does not have, such as colours and the order of sorting. */
function changedFilter(element: string, was: SheetFilter | undefined, now: SheetFilter | undefined, p: string): string {
  if (!now) return "";
  const isPlaced = was && was.block.row === now.block.row && was.block.column === now.block.column && was.block.columns === now.block.columns;
  if (element === "" || !isPlaced) return filterXml(now, p);
  const { children } = childrenOf(element);
  const columns = new Map(
    children.flatMap(({ name, text }) => (name === "filterColumn" ? [[Number(attributeOf(openingTag(text)!, "colId") ?? 0), text]] : [])),
  );
  const others = children.flatMap(({ name, text }) => (name === "filterColumn" ? [] : [text])).join("");
  const before = new Map(was.columns.map((one) => [one.column, one]));
  const after = new Map(now.columns.map((one) => [one.column, one]));
  const written = [...new Set([...columns.keys(), ...after.keys()])]
    .sort((a, b) => a - b)
    .map((column) => {
      const [one, old] = [after.get(column), columns.get(column)];
      if (old !== undefined && sameJson(one, before.get(column))) return old;
      return one ? columnXml(one, old, p) : withoutCriterion(old ?? "");
    });
  const tag = withAttribute(openedTag(openingTag(element) ?? ""), "ref", blockText(now.block));
  return `${tag}${written.join("")}${others}</${p}autoFilter>`;
}

/** The sheet's element that says that a filter hides rows. */
function changedMode(element: string, { filter }: BookSheet, p: string): string {
  const isOn = filter !== undefined && filter.columns.length > 0;
  if (element === "") return isOn ? `<${p}sheetPr filterMode="1"/>` : "";
  const tag = openingTag(element) ?? "";
  return (isOn ? withAttribute(tag, "filterMode", "1") : withoutAttribute(tag, "filterMode")) + element.slice(tag.length);
}

/** What changed elements need of the rest of the file. */
export type ElementNeeds = Omit<RuleNeeds, "id">;

type Writer = (xml: string, where: string, before: BookSheet, now: BookSheet, needs: ElementNeeds) => string;

/** Heights and visibility of rows. */
const withRows: Writer = (xml, where, before, now) => {
  const sizesOf = ({ rows = [] }: BookSheet): ReadonlyMap<number, RowSize> => new Map(rows.map((size) => [size.row, size]));
  const [old, sizes] = [sizesOf(before), sizesOf(now)];
  const changed = new Map(
    [...new Set([...old.keys(), ...sizes.keys()])].flatMap((row) => (sameJson(old.get(row), sizes.get(row)) ? [] : [[row, sizes.get(row)] as const])),
  );
  if (changed.size === 0) return xml;
  const tagOf = (tag: string, index: number): string => {
    const size = changed.get(index);
    const was = old.get(index);
    let text = tag;
    if (size?.height !== was?.height)
      text =
        size?.height === undefined
          ? withoutAttribute(withoutAttribute(text, "ht"), "customHeight")
          : withAttribute(withAttribute(text, "ht", String(size.height)), "customHeight", "1");
    if (size?.hidden !== was?.hidden) text = size?.hidden ? withAttribute(text, "hidden", "1") : withoutAttribute(text, "hidden");
    return text;
  };
  const sheet = findRows(xml, where, new Set(changed.keys()));
  const edits = [...changed.keys()]
    .sort((a, b) => a - b)
    .flatMap((index): Edit[] => {
      const tag = sheet.rows.get(index)?.tag;
      if (tag) return [{ ...tag, text: tagOf(xml.slice(tag.start, tag.end), index) }];
      return changed.get(index) ? addedRow(xml, sheet, index, (p) => tagOf(`<${p}row r="${index + 1}"/>`, index)) : [];
    });
  return edited(xml, inData(xml, sheet, edits));
};

/** Widths and visibility of columns. One that only fits its contents is not the user's. */
const withColumns: Writer = (xml, where, before, now) => {
  const sizes = (sheet: BookSheet): Map<number, { width?: number; hidden?: true }> =>
    new Map(
      (sheet.columns ?? []).flatMap(({ from, to, width, hidden, fitted }) =>
        Array.from(
          { length: to - from + 1 },
          (_, i) => [from + i, { ...(width === undefined || fitted ? {} : { width }), ...(hidden ? { hidden } : {}) }] as const,
        ),
      ),
    );
  const [old, is] = [sizes(before), sizes(now)];
  const none = {};
  const changed = new Map(
    [...new Set([...old.keys(), ...is.keys()])].flatMap((column) => {
      const [a, b] = [old.get(column) ?? none, is.get(column) ?? none];
      return sameJson(a, b) ? [] : [[column, b] as const];
    }),
  );
  if (changed.size === 0) return xml;
  return edited(xml, columnWidths(xml, where).sized(changed));
};

const withMerges: Writer = (xml, where, _, { merges = [] }) =>
  withElement(xml, where, "mergeCells", (p) =>
    merges.length === 0
      ? ""
      : `<${p}mergeCells count="${merges.length}">${merges.map((one) => `<${p}mergeCell ref="${mergeText(one)}"/>`).join("")}</${p}mergeCells>`,
  );
const mergeText = (block: Parameters<typeof blockText>[0]): string =>
  block.rows * block.columns === 1 ? `${blockText(block)}:${blockText(block)}` : blockText(block);

/** The frozen panes of a sheet's view; nothing without any. */
function paneXml({ frozen }: Pick<BookSheet, "frozen">, p = ""): string {
  if (!frozen || (frozen.rows <= 0 && frozen.columns <= 0)) return "";
  const { rows, columns } = frozen;
  const pane = rows > 0 && columns > 0 ? "bottomRight" : rows > 0 ? "bottomLeft" : "topRight";
  const splits = `${columns > 0 ? ` xSplit="${columns}"` : ""}${rows > 0 ? ` ySplit="${rows}"` : ""}`;
  const corner = `${columnName(columns)}${rows + 1}`;
  return `<${p}pane${splits} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><${p}selection pane="${pane}" activeCell="${corner}" sqref="${corner}"/>`;
}

/** Frozen panes. */
const withPane: Writer = (xml, where, _, now) =>
  withElement(xml, where, "sheetViews", (p, before) => {
    if (before === "") return `<${p}sheetViews><${p}sheetView workbookViewId="0">${paneXml(now, p)}</${p}sheetView></${p}sheetViews>`;
    const view = new RegExp(`<${p}sheetView(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*?(/?)>`).exec(before);
    if (!view) return before;
    const [tag, isEmpty] = [view[0], view[1] === "/"];
    const after = view.index + tag.length;
    if (isEmpty) return before.slice(0, view.index) + withContent(tag, paneXml(now, p)) + before.slice(after);
    const end = before.indexOf(`</${p}sheetView>`, after);
    const inside = before
      .slice(after, end)
      .replace(new RegExp(`<${p}(?:pane|selection)(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*?(?:/>|></${p}(?:pane|selection)>)`, "g"), "");
    return before.slice(0, after) + paneXml(now, p) + inside + before.slice(end);
  });

const withFilter: Writer = (xml, where, before, now) => {
  const written = withElement(xml, where, "autoFilter", (p, element) => changedFilter(element, before.filter, now.filter, p));
  return withElement(written, where, "sheetPr", (p, element) => changedMode(element, now, p));
};

/** What a `Book` has of a sheet besides its cells, each with the writer of its element. A field that did not change leaves its element as it is. */
const ELEMENTS: readonly { readonly field: keyof BookSheet; readonly element: string; readonly write: Writer }[] = [
  { field: "frozen", element: "sheetViews", write: withPane },
  { field: "columns", element: "cols", write: withColumns },
  { field: "rows", element: "sheetData", write: withRows },
  { field: "merges", element: "mergeCells", write: withMerges },
  { field: "filter", element: "autoFilter", write: withFilter },
  { field: "formats", element: "conditionalFormatting", write: withFormats },
];

/** A sheet's text with those elements whose field differs from the sheet as it was opened. */
export const withElements = (xml: string, where: string, before: BookSheet, now: BookSheet, needs: ElementNeeds): string =>
  ELEMENTS.reduce((text, { field, write }) => (sameJson(before[field], now[field]) ? text : write(text, where, before, now, needs)), xml);
