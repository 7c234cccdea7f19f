import type { FilterCriterion, FilterDate, SheetFilter } from "../book";
import { blockText } from "../cell-address";
import { cellText, escapeCellText, escapeXml } from "./xml-edits";
import { blockIn } from "../cell-reference";
import { BY_ORDER, type OrderOperator } from "../conditional-format";
import { DATE_PARTS } from "../filter-cells";
import { type Attributes, isTrue } from "./read-xml";

const isOperator = (text: string): text is OrderOperator => Object.hasOwn(BY_ORDER, text);

function dateOf(a: Attributes): FilterDate {
  const grouping = a["dateTimeGrouping"] ?? "second";
  const parts = DATE_PARTS.slice(1, DATE_PARTS.findIndex((part) => part === grouping) + 1);
  return { year: Number(a["year"]), ...Object.fromEntries(parts.flatMap((part) => (a[part] === undefined ? [] : [[part, Number(a[part])]]))) };
}

/** The criterion of a column while it is read. */
interface Reading {
  readonly column: number;
  criterion?: FilterCriterion;
}

/** Adds one element of a column to its criterion. */
function withElement(was: FilterCriterion | undefined, name: string, a: Attributes): FilterCriterion | undefined {
  if (name === "filters") return { kind: "values", texts: [], ...(isTrue(a["blank"]) ? { blank: true } : {}) };
  if (name === "filter" && was?.kind === "values") return { ...was, texts: [...was.texts, cellText(a["val"] ?? "")] };
  if (name === "dateGroupItem" && was?.kind === "values") return { ...was, dates: [...(was.dates ?? []), dateOf(a)] };
  if (name === "customFilters") return { kind: "tests", ...(isTrue(a["and"]) ? { all: true } : {}), tests: [] };
  if (name === "customFilter" && was?.kind === "tests") {
    const operator = a["operator"] ?? "equal";
    return isOperator(operator) ? { ...was, tests: [...was.tests, { operator, value: cellText(a["val"] ?? "") }] } : { kind: "other" };
  }
  if (name === "top10") {
    const bottom = a["top"] !== undefined && !isTrue(a["top"]) ? { bottom: true as const } : {};
    return { kind: "top", count: Number(a["val"] ?? 10), ...bottom, ...(isTrue(a["percent"]) ? { percent: true } : {}) };
  }
  if (name === "dynamicFilter") return { kind: "dynamic", type: a["type"] ?? "" };
  return name === "colorFilter" || name === "iconFilter" ? { kind: "other" } : was;
}

export type FilterReader = ReturnType<typeof createFilterReader>;

/** Reads the filter of a sheet, or of a part of its text that has the filter only. */
export function createFilterReader() {
  let filter: Omit<SheetFilter, "columns"> | undefined;
  const columns: Reading[] = [];
  let isOpen = false;
  return {
    /** @param depth 2 for an element of the sheet: those of custom views are other filters. */
    open: (name: string, a: Attributes, depth: number): void => {
      if (name === "autoFilter" && depth === 2 && !filter) {
        const block = blockIn(a["ref"] ?? "");
        if (block) filter = { block };
        isOpen = block !== undefined;
      } else if (isOpen && name === "filterColumn") columns.push({ column: Number(a["colId"] ?? 0) });
      else if (isOpen) {
        const last = columns.at(-1);
        const criterion = last && withElement(last.criterion, name, a);
        if (last && criterion) last.criterion = criterion;
      }
    },
    close: (name: string): void => {
      if (name === "autoFilter") isOpen = false;
    },
    filter: (): SheetFilter | undefined =>
      filter && {
        ...filter,
        columns: columns
          .flatMap(({ column, criterion }) => (criterion && column >= 0 && column < filter!.block.columns ? [{ column, criterion }] : []))
          .sort((a, b) => a.column - b.column),
      },
  };
}

/** A text in an attribute, where a line break would become a blank. */
const quoted = (text: string): string => escapeCellText(text).replaceAll("\n", "&#10;");

function dateXml(date: FilterDate, p: string): string {
  const parts = DATE_PARTS.filter((part) => date[part] !== undefined);
  return `<${p}dateGroupItem${parts.map((part) => ` ${part}="${date[part]}"`).join("")} dateTimeGrouping="${parts.at(-1)}"/>`;
}

/** The element of a criterion; nothing for one that only a file has. */
function criterionXml(criterion: FilterCriterion, p = ""): string {
  if (criterion.kind === "values") {
    const { texts, blank, dates = [] } = criterion;
    const items = texts.map((text) => `<${p}filter val="${quoted(text)}"/>`).join("") + dates.map((date) => dateXml(date, p)).join("");
    return `<${p}filters${blank ? ` blank="1"` : ""}>${items}</${p}filters>`;
  }
  if (criterion.kind === "tests") {
    const tests = criterion.tests.map(
      ({ operator, value }) => `<${p}customFilter${operator === "equal" ? "" : ` operator="${operator}"`} val="${quoted(value)}"/>`,
    );
    return `<${p}customFilters${criterion.all ? ` and="1"` : ""}>${tests.join("")}</${p}customFilters>`;
  }
  if (criterion.kind === "top") return `<${p}top10${criterion.bottom ? ` top="0"` : ""}${criterion.percent ? ` percent="1"` : ""} val="${criterion.count}"/>`;
  return criterion.kind === "dynamic" ? `<${p}dynamicFilter type="${escapeXml(criterion.type)}"/>` : "";
}

/** A column of a filter; nothing for one whose criterion only a file has. */
export function filterColumnXml({ column, criterion }: SheetFilter["columns"][number], p = ""): string {
  const xml = criterionXml(criterion, p);
  return xml === "" ? "" : `<${p}filterColumn colId="${column}">${xml}</${p}filterColumn>`;
}

/** The element of a new filter. */
export const filterXml = ({ block, columns }: SheetFilter, p = ""): string =>
  `<${p}autoFilter ref="${blockText(block)}">${columns.map((one) => filterColumnXml(one, p)).join("")}</${p}autoFilter>`;
