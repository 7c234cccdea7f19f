import type { Block } from "../../block";
import { overlap } from "../../cell-reference";
import type { ConditionalFormat, FormatLook } from "../../conditional-format";
import { isTrue, localName, type Attributes } from "../read-xml";
import { createLookReader, type LookReader } from "./format-looks";
import { ruleAreas, ruleOf, type RuleContext, type Element } from "./rule-of";

/**
 * Names the rules of a sheet, in their order in the file: by priority, which is still there after other rules were removed, and with a number if several have the same.
 *
 * @returns gives the name of the next rule; that of a rule in the extension of newer versions begins with x
 */
export function ruleSources(): (isNewer: boolean, priority: string | undefined) => string {
  const known = new Map<string, number>();
  return (isNewer, priority = "") => {
    const name = `${isNewer ? "x" : ""}${priority}`;
    const count = known.get(name) ?? 0;
    known.set(name, count + 1);
    return count === 0 ? name : `${name}.${count}`;
  };
}

/** What conditional formats need of their file. */
export interface FormatContext extends RuleContext {
  /** Of the styles part. */
  readonly looks: readonly (FormatLook | undefined)[];
}

/** A `cfRule` as it was read. `source` tells where it is in the file: `3` in its own element, `x3` in the extension of newer versions. */
interface Read {
  readonly source: string;
  readonly element: Element;
  readonly container: { sqref: string; readonly isPivot: boolean };
  look?: LookReader;
}

const idIn = (element: Element): string | undefined =>
  element.name === "id" ? element.text.trim() : element.children.map(idIn).find((one) => one !== undefined);

/** The formats that rules of a sheet mean, as far as they are understood. */
function formatsOf(rules: readonly Read[], context: FormatContext) {
  const companions = new Map(
    rules.flatMap(({ source, element }) => (source.startsWith("x") && element.attributes["id"] ? [[element.attributes["id"], element]] : [])),
  );
  const known: (ConditionalFormat & { readonly priority: number })[] = [];
  const unknown: { readonly areas: readonly Block[]; readonly priority: number; readonly stops: boolean }[] = [];
  for (const read of rules) {
    const { element, source } = read;
    const { attributes: a } = element;
    // What a newer Excel says about a bar belongs to its own rule.
    if (source.startsWith("x") && a["type"] === "dataBar") continue;
    const areas = ruleAreas(read.container.sqref);
    const priority = Number(a["priority"]);
    const id = source.startsWith("x") ? undefined : idIn(element);
    const rule =
      areas && !read.container.isPivot && Number.isFinite(priority)
        ? ruleOf(element, areas, context, id === undefined ? undefined : companions.get(id))
        : undefined;
    const look = read.look?.look() ?? (a["dxfId"] === undefined ? undefined : context.looks[Number(a["dxfId"])]);
    const stops = isTrue(a["stopIfTrue"]);
    if (areas && rule) known.push({ source, areas, rule, ...(look ? { look } : {}), ...(stops ? { stops: true as const } : {}), priority });
    else unknown.push({ areas: areas ?? [], priority, stops });
  }
  known.sort((one, other) => one.priority - other.priority);
  // Nothing is known of cells whose formatting an unknown rule may end.
  const isEnded = (one: (typeof known)[number]): boolean =>
    unknown.some(({ areas, priority, stops }) => stops && !(priority > one.priority) && areas.some((area) => one.areas.some((own) => overlap(area, own))));
  const shown = known.filter((one) => !isEnded(one));
  return {
    /** Those that this project knows, by priority. */
    formats: shown.map(({ priority: _, ...format }): ConditionalFormat => format),
    /** The number of the others. */
    unknown: unknown.length + known.length - shown.length,
    /** All that are understood, also where another rule may end them. */
    known,
    /** Those of all rules. */
    sources: new Set(rules.map(({ source }) => source)),
  };
}

export type FormatReader = ReturnType<typeof createFormatReader>;

/** Reads a sheet's conditional formats from the elements that are not in its cells. */
export function createFormatReader(context: FormatContext) {
  const rules: Read[] = [];
  let container: Read["container"] | undefined;
  let isNewer = false;
  const sourceOf = ruleSources();
  /** The elements around the current one, from the rule on. */
  const path: Element[] = [];
  let sqref: Element | undefined;

  return {
    open: (full: string, a: Attributes): void => {
      const name = localName(full);
      if (name === "conditionalFormatting") {
        isNewer = full.includes(":");
        container = { sqref: a["sqref"] ?? "", isPivot: isTrue(a["pivot"]) };
        return;
      }
      if (!container) return;
      const element: Element = { name, attributes: a, children: [], text: "" };
      const parent = path.at(-1);
      if (parent) {
        parent.children.push(element);
        path.push(element);
        const within = path.findIndex((one) => one.name === "dxf");
        const rule = rules.at(-1)!;
        if (within > 0 && path.length > within + 1)
          (rule.look ??= createLookReader(context.theme)).open(
            path.slice(within + 1).map((one) => one.name),
            a,
          );
      } else if (name === "cfRule") {
        rules.push({ source: sourceOf(isNewer, a["priority"]), element, container });
        path.push(element);
      } else if (name === "sqref") sqref = element;
    },
    text: (text: string): void => {
      const element = path.at(-1) ?? sqref;
      if (element) element.text += text;
    },
    close: (full: string): void => {
      const name = localName(full);
      if (name === "conditionalFormatting") container = undefined;
      else if (path.length > 0) path.pop();
      else if (name === "sqref" && sqref) {
        if (container) container.sqref = sqref.text;
        sqref = undefined;
      }
    },
    formats: () => formatsOf(rules, context),
  };
}
