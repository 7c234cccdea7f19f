import type { FilterCriterion, FilterDate, FilterOperator, SheetFilter } from "../book";
import { blockIn } from "../cell-reference";
import { isTrue, type Attributes } from "./read-xml";
import { cellText } from "./xml-text";

const OPERATORS: ReadonlySet<string> = new Set(["equal", "notEqual", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual"]);
const isOperator = (text: string): text is FilterOperator => OPERATORS.has(text);

const DATE_PARTS = ["month", "day", "hour", "minute", "second"] as const;

function dateOf(a: Attributes): FilterDate {
  const grouping = a["dateTimeGrouping"] ?? "second";
  const parts = DATE_PARTS.slice(0, grouping === "year" ? 0 : DATE_PARTS.findIndex((part) => part === grouping) + 1);
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
