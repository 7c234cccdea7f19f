import { sameJson } from "../../../contract/json";
import type { BookSheet, SheetFilter } from "../../book";
import { blockText } from "../../cell-address";
import { filterColumnXml, filterXml } from "../filter-xml";
import { openingTag, withAttribute, withoutAttribute, childrenOf, openedTag } from "../xml-edits";
import { attributeOf } from "../edit-package";

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
export function changedFilter(element: string, was: SheetFilter | undefined, now: SheetFilter | undefined, p: string): string {
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
export function changedMode(element: string, { filter }: BookSheet, p: string): string {
  const isOn = filter !== undefined && filter.columns.length > 0;
  if (element === "") return isOn ? `<${p}sheetPr filterMode="1"/>` : "";
  const tag = openingTag(element) ?? "";
  return (isOn ? withAttribute(tag, "filterMode", "1") : withoutAttribute(tag, "filterMode")) + element.slice(tag.length);
}
