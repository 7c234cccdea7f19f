import type { FilterCriterion, FilterDate, SheetFilter } from "../book";
import { blockText } from "../cell-address";
import { escapeCellText, escapeXml } from "./xml-text";

/** A text in an attribute, where a line break would become a blank. */
const quoted = (text: string): string => escapeCellText(text).replaceAll("\n", "&#10;");

const DATE_PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;

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
