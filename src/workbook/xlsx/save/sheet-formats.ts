import { sameJson } from "../../../contract/json";
import type { BookSheet } from "../../book";
import type { Block } from "../../block";
import type { ConditionalFormat } from "../../conditional-format";
import { EXTENSION, newIds, newerXml, sqrefOf, ruleXml, X14, type RuleNeeds } from "../formats/rule-xml";
import { ruleSources } from "../formats/format-reader";
import { elementsInText, localName, type Span } from "../read-xml";
import { edited, openingTag, prefixOf, withAttribute, type Edit } from "../xml-edits";
import { placeOfElement, withElement } from "./place-elements";

/** A rule of the file. */
interface FileRule extends Span {
  readonly source: string;
  readonly type: string;
  readonly priority: number;
  /** Of a rule in the extension, or of what the extension says about one in its own element. */
  id?: string;
  readonly container: Container;
}
interface Container extends Span {
  rules: number;
}

/** The rules of a sheet's text in the order of their sources. */
function rulesIn(xml: string, where: string): { readonly rules: FileRule[]; readonly end: number | undefined; readonly prefix: string } {
  const rules: FileRule[] = [];
  const sourceOf = ruleSources();
  let container: Container = { start: 0, end: 0, rules: 0 };
  let isNewer = false;
  let last: number | undefined;
  const [root, ...elements] = elementsInText(xml, where, (name, depth) => depth === 1 || /^(?:conditionalFormatting|cfRule|id)$/.test(localName(name)));
  for (const { name, attributes: a, start, end, text } of elements) {
    const local = localName(name);
    if (local === "conditionalFormatting") {
      container = { start, end, rules: 0 };
      isNewer = name.includes(":");
      if (!isNewer) last = end;
    } else if (end > container.end) continue;
    else if (local === "id") Object.assign(rules.at(-1) ?? {}, { id: text.trim() });
    else {
      container.rules++;
      const id = a["id"] === undefined ? {} : { id: a["id"] };
      rules.push({ source: sourceOf(isNewer, a["priority"]), type: a["type"] ?? "", priority: Number(a["priority"]), ...id, container, start, end });
    }
  }
  return { rules, end: last, prefix: prefixOf(xml.slice(root!.start)) };
}

/** A rule of the sheet as it will be: one of the file, or one that is written. */
interface Ordered {
  readonly file?: FileRule;
  readonly format?: ConditionalFormat;
}

/** All rules in their order: rules of the file that are not known stay behind the known one that they followed. */
function ordered(rules: readonly FileRule[], known: ReadonlySet<string>, now: readonly ConditionalFormat[]): Ordered[] {
  const bySource = new Map(rules.map((rule) => [rule.source, rule]));
  const after = new Map<string, FileRule[]>();
  const kept = new Set(now.map(({ source }) => source));
  let last = "";
  for (const rule of rules.filter(({ priority }) => Number.isFinite(priority)).sort((a, b) => a.priority - b.priority))
    if (!known.has(rule.source)) after.set(last, [...(after.get(last) ?? []), rule]);
    else if (kept.has(rule.source)) last = rule.source;
  const followers = (source: string): Ordered[] => (after.get(source) ?? []).map((file) => ({ file }));
  const placed = now.map((format): Ordered[] => {
    const file = bySource.get(format.source ?? "");
    return [{ format, ...(file ? { file } : {}) }, ...(file ? followers(file.source) : [])];
  });
  // What was before all others in the file stays behind new rules, which come first.
  const first = placed.findIndex(([one]) => one?.file);
  placed.splice(first < 0 ? placed.length : first, 0, followers(""));
  return placed.flat();
}

/** A sheet's text with the conditional formats that changed. Rules that are not known keep their text; only their priority may change. */
export function withFormats(xml: string, where: string, before: BookSheet, now: BookSheet, needs: Omit<RuleNeeds, "id">): string {
  const { rules, end, prefix: p } = rulesIn(xml, where);
  const was = new Map((before.formats ?? []).map((format) => [format.source ?? "", format]));
  const edits: Edit[] = [];
  const removed = new Map<Container, number>();
  const own = new Map<string, string[]>();
  const newer = new Map<string, string[]>();
  const id = newIds(xml);
  const companionOf = (rule: FileRule): FileRule | undefined =>
    rule.source.startsWith("x") || rule.id === undefined ? undefined : rules.find((one) => one.source.startsWith("x") && one.id === rule.id);
  const add = (to: Map<string, string[]>, areas: readonly Block[], text: string | undefined): void => {
    if (text !== undefined) to.set(sqrefOf(areas), [...(to.get(sqrefOf(areas)) ?? []), text]);
  };
  const remove = (rule: FileRule | undefined): void => {
    if (!rule) return;
    edits.push({ start: rule.start, end: rule.end, text: "" });
    removed.set(rule.container, (removed.get(rule.container) ?? 0) + 1);
  };
  const prioritised = (rule: FileRule, priority: number): string => {
    const text = xml.slice(rule.start, rule.end);
    const tag = openingTag(text) ?? "";
    return rule.priority === priority ? text : withAttribute(tag, "priority", String(priority)) + text.slice(tag.length);
  };

  const nowSources = new Set((now.formats ?? []).map(({ source }) => source));
  for (const rule of rules)
    if (was.has(rule.source) && !nowSources.has(rule.source)) {
      remove(rule);
      remove(companionOf(rule));
    }
  let last = 0;
  for (const { file, format } of ordered(rules, new Set(was.keys()), now.formats ?? [])) {
    const priority = file && file.priority > last ? file.priority : last + 1;
    last = priority;
    const old = file && was.get(file.source);
    if (file && (!format || sameJson(old, format))) {
      if (priority !== file.priority) edits.push({ start: file.start, end: file.end, text: prioritised(file, priority) });
      continue;
    }
    if (!format) continue;
    const companion = file && companionOf(file);
    remove(file);
    remove(companion);
    if (file && old && sameJson({ ...old, areas: 0 }, { ...format, areas: 0 }) && !ofCell(format)) {
      add(file.source.startsWith("x") ? newer : own, format.areas, prioritised(file, priority));
      if (companion) add(newer, format.areas, xml.slice(companion.start, companion.end));
      continue;
    }
    const written = ruleXml(format, priority, { ...needs, id }, p);
    add(own, format.areas, written.own);
    add(newer, format.areas, written.newer);
  }
  const gone = [...removed].flatMap(([container, count]) => (count === container.rules ? [container] : []));
  const left = edits.filter((edit) => !gone.some(({ start, end: stop }) => edit.start >= start && edit.end <= stop));
  for (const { start, end: stop } of gone) left.push({ start, end: stop, text: "" });
  const text = [...own].map(([sqref, list]) => `<${p}conditionalFormatting sqref="${sqref}">${list.join("")}</${p}conditionalFormatting>`).join("");
  if (text !== "") {
    const at = end ?? placeOfElement(xml, where, "conditionalFormatting");
    left.push({ start: at, end: at, text });
  }
  return withNewer(edited(xml, left), where, newer);
}

/** True for a rule whose text has a formula for the first of its cells, besides those of the rule. */
const ofCell = ({ rule }: ConditionalFormat): boolean => rule.kind === "text" || rule.kind === "state" || rule.kind === "period";

/** A sheet's text with more rules in the extension of newer versions, and without an extension that has none left. */
function withNewer(xml: string, where: string, more: ReadonlyMap<string, readonly string[]>): string {
  const text = newerXml(more);
  const empty = /<x14:conditionalFormattings(?:\s[^<>]*)?>\s*<\/x14:conditionalFormattings>/;
  if (text === "" && !empty.test(xml)) return xml;
  return withElement(xml, where, "extLst", (p, before) => {
    const list = /<\/x14:conditionalFormattings>/.exec(before);
    if (text !== "" && list) return before.slice(0, list.index) + text + before.slice(list.index);
    const ext = `<${p}ext xmlns:x14="${X14}" uri="${EXTENSION}"><x14:conditionalFormattings>${text}</x14:conditionalFormattings></${p}ext>`;
    if (text !== "") {
      if (before === "") return `<${p}extLst>${ext}</${p}extLst>`;
      const open = openingTag(before) ?? "";
      return open.endsWith("/>") ? `<${p}extLst>${ext}</${p}extLst>` : open + ext + before.slice(open.length);
    }
    const without = before.replace(new RegExp(`<${p}ext(?=[\\s>])[^<>]*>\\s*${empty.source}\\s*</${p}ext>`), "");
    return new RegExp(`<${p}ext[\\s>]`).test(without) ? without : "";
  });
}
