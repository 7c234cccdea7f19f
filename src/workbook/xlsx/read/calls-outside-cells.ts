import type { Book, OutsideCalls } from "../../book";
import { sheetPrefix } from "../../cell-address";
import { tokensOf } from "../../formulas/formula-tokens";
import { hasServiceCall } from "../../formulas/service-calls";
import { formulaCells } from "../formula-cells";
import { partNamed, targetsByKind } from "../package-parts";
import { xmlText, elementsInText } from "../read-xml";
import type { Parts } from "../unpack";

/** Parts whose formulas are not in cells of a worksheet, by the type of their relationship. */
const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  chart: ["chart", "charts"],
  chartEx: ["chart", "charts"],
  drawing: ["sheet with shapes", "sheets with shapes"],
  ctrlProp: ["form control", "form controls"],
  pivotCacheDefinition: ["pivot table field", "pivot table fields"],
  xlMacrosheet: ["macro sheet", "macro sheets"],
};
/** Elements and attributes that have formulas in these parts. */
const ELEMENT = /^(?:\w+:)?(?:f|formula)$/;
const ATTRIBUTES = ["formula", "textlink", "fmlaLink", "fmlaRange", "fmlaTxbx"];

/** Conditional formats and validations of a sheet that call SERVICE. */
export function rulesThatCall(xml: string, where: string, sheet: string): OutsideCalls[] {
  // They follow the cells. Most sheets have none, and need not be parsed again.
  if (!/service/i.test(xml.slice(Math.max(0, xml.lastIndexOf("sheetData"))))) return [];
  const place = sheetPrefix(sheet);
  const [formats, validations, others] = [new Set<string>(), new Set<string>(), new Set<string>()];
  formulaCells(xml, where, (element, formula, range) => {
    if (hasServiceCall(formula)) (element === "formula" ? formats : /^formula\d$/.test(element) ? validations : others).add(`${place}${range || "its cells"}`);
  });
  const found = (what: readonly [string, string], places: ReadonlySet<string>): OutsideCalls[] => (places.size > 0 ? [{ what, where: [...places] }] : []);
  return [
    ...found(["conditional format", "conditional formats"], formats),
    ...found(["data validation", "data validations"], validations),
    ...found(["newer conditional format or validation", "newer conditional formats or validations"], others),
  ];
}

/** True if a part has a formula that calls SERVICE. */
function calls(part: Uint8Array, where: string): boolean {
  const xml = xmlText(part);
  if (!/service/i.test(xml)) return false;
  return elementsInText(xml, where, () => true).some(
    ({ name, attributes: a, text }) => (ELEMENT.test(name) && hasServiceCall(text)) || ATTRIBUTES.some((attribute) => hasServiceCall(a[attribute] ?? "")),
  );
}

/** Charts, shapes, controls, pivot tables and macro sheets that call SERVICE. */
export function partsThatCall(parts: Parts): OutsideCalls[] {
  const isCalling = (target: string): boolean => {
    const part = partNamed(parts, target);
    return part !== undefined && calls(part, target);
  };
  const found = targetsByKind(parts, KINDS);
  const all = Object.entries(KINDS).map(([type, what]) => ({ what, where: [...(found.get(type) ?? [])].filter(isCalling) }));
  return all.filter(({ where }) => where.length > 0);
}

/** Names that call SERVICE and that no cell or other name uses. */
export function namesThatCall({ names, sheets }: Book): OutsideCalls[] {
  const calling = names.filter(({ formula }) => hasServiceCall(formula));
  if (calling.length === 0) return [];
  const used = new Set<string>();
  const use = (formula: string): void => {
    for (const { kind, text } of tokensOf(formula)) if (kind === "name" || kind === "function") used.add(text.toLowerCase());
  };
  for (const { cells } of sheets) for (const { formula } of cells) if (formula !== undefined) use(formula);
  for (const { formula } of names) use(formula);
  const unused = calling.filter(({ name }) => !used.has(name.toLowerCase())).map(({ name }) => name);
  return unused.length > 0 ? [{ what: ["name that no cell uses", "names that no cell uses"], where: unused }] : [];
}

/** Merges sheets' lists by kind. */
export function joinedCalls(all: readonly OutsideCalls[]): OutsideCalls[] {
  const byKind = new Map<string, OutsideCalls>();
  for (const one of all) {
    const known = byKind.get(one.what[0]);
    byKind.set(one.what[0], known ? { what: one.what, where: [...known.where, ...one.where] } : one);
  }
  return [...byKind.values()];
}
