import { quoted } from "../../../contract/text";
import type { Block } from "../../block";
import { blockText, refOf } from "../../cell-address";
import { firstCell, type ConditionalFormat, type FormatLook, type Period, type ScalePoint } from "../../conditional-format";
import { toStoredFormula, type StoredOptions } from "../../formulas/stored-formula";
import { rgbOf } from "../changed-styles";
import { escapeCellText, escapeXml } from "../xml-edits";
import { isNewIconSet } from "./rule-of";

export const X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const XM = "http://schemas.microsoft.com/office/excel/2006/main";

/** What a rule needs of the file that it is written into. */
export interface RuleNeeds {
  readonly options: StoredOptions;
  readonly lookNumber: (look: FormatLook) => number;
  /** A new id for what a newer Excel says about a rule. */
  readonly id: () => string;
}

/** A rule as it is written: its own element, and that in the extension of newer versions. */
interface RuleXml {
  readonly own?: string;
  readonly newer?: string;
}

/** The formulas that Excel writes for dates, for the cell `@`. */
const PERIOD_FORMULAS: Readonly<Record<Period, string>> = {
  today: "FLOOR(@,1)=TODAY()",
  yesterday: "FLOOR(@,1)=TODAY()-1",
  tomorrow: "FLOOR(@,1)=TODAY()+1",
  last7Days: "AND(TODAY()-FLOOR(@,1)<=6,FLOOR(@,1)<=TODAY())",
  thisWeek: "AND(TODAY()-ROUNDDOWN(@,0)<=WEEKDAY(TODAY())-1,ROUNDDOWN(@,0)-TODAY()<=7-WEEKDAY(TODAY()))",
  lastWeek: "AND(TODAY()-ROUNDDOWN(@,0)>=(WEEKDAY(TODAY())),TODAY()-ROUNDDOWN(@,0)<(WEEKDAY(TODAY())+7))",
  nextWeek: "AND(ROUNDDOWN(@,0)-TODAY()>(7-WEEKDAY(TODAY())),ROUNDDOWN(@,0)-TODAY()<(15-WEEKDAY(TODAY())))",
  thisMonth: "AND(MONTH(@)=MONTH(TODAY()),YEAR(@)=YEAR(TODAY()))",
  lastMonth: "AND(MONTH(@)=MONTH(EDATE(TODAY(),0-1)),YEAR(@)=YEAR(EDATE(TODAY(),0-1)))",
  nextMonth: "AND(MONTH(@)=MONTH(EDATE(TODAY(),0+1)),YEAR(@)=YEAR(EDATE(TODAY(),0+1)))",
};
const STATE_FORMULAS = {
  containsBlanks: "LEN(TRIM(@))=0",
  notContainsBlanks: "LEN(TRIM(@))>0",
  containsErrors: "ISERROR(@)",
  notContainsErrors: "NOT(ISERROR(@))",
} as const;
const TEXT_FORMULAS = {
  containsText: "NOT(ISERROR(SEARCH(#,@)))",
  notContainsText: "ISERROR(SEARCH(#,@))",
  beginsWith: "LEFT(@,LEN(#))=#",
  endsWith: "RIGHT(@,LEN(#))=#",
} as const;
const TEXT_OPERATORS = { containsText: "containsText", notContainsText: "notContains", beginsWith: "beginsWith", endsWith: "endsWith" } as const;

function pointXml({ kind, value, above }: ScalePoint, p: string, stored: (formula: string) => string): string {
  // Older versions know no automatic ends.
  const type = kind === "autoMin" ? "min" : kind === "autoMax" ? "max" : kind;
  return `<${p}cfvo type="${type}"${value === undefined ? "" : ` val="${stored(value)}"`}${above ? ` gte="0"` : ""}/>`;
}

function newPointXml({ kind, value, above }: ScalePoint, stored: (formula: string) => string): string {
  const open = `<x14:cfvo type="${kind}"${above ? ` gte="0"` : ""}`;
  return value === undefined ? `${open}/>` : `${open}><xm:f>${stored(value)}</xm:f></x14:cfvo>`;
}

/** A rule for a file. Bars also get what Excel 2010 and later draw; icons that Excel 2007 does not have are only there. */
export function ruleXml({ areas, rule, look, stops }: ConditionalFormat, priority: number, { options, lookNumber, id }: RuleNeeds, p = ""): RuleXml {
  const cell = refOf(firstCell(areas));
  const stored = (formula: string): string => escapeXml(toStoredFormula(`=${formula}`, options));
  const rest = `${look ? ` dxfId="${lookNumber(look)}"` : ""} priority="${priority}"${stops ? ` stopIfTrue="1"` : ""}`;
  const element = (type: string, attributes: string, formulas: readonly string[]): RuleXml => {
    const open = `<${p}cfRule type="${type}"${rest}${attributes}`;
    return { own: formulas.length === 0 ? `${open}/>` : `${open}>${formulas.map((one) => `<${p}formula>${one}</${p}formula>`).join("")}</${p}cfRule>` };
  };
  const drawn = (type: string, attributes: string, inside: string, after = ""): string =>
    `<${p}cfRule type="${type}"${rest}><${p}${type}${attributes}>${inside}</${p}${type}>${after}</${p}cfRule>`;
  const flag = (name: string, is: boolean | undefined): string => (is ? ` ${name}="1"` : "");
  const point = (one: ScalePoint): string => pointXml(one, p, stored);
  const newPoint = (one: ScalePoint): string => newPointXml(one, stored);
  switch (rule.kind) {
    case "cell":
      return element("cellIs", ` operator="${rule.operator}"`, rule.formulas.map(stored));
    case "formula":
      return element("expression", "", [stored(rule.formula)]);
    case "text": {
      const formula = TEXT_FORMULAS[rule.operator].replace(/[#@]/g, (sign) => (sign === "@" ? cell : quoted(rule.text)));
      return element(rule.operator, ` operator="${TEXT_OPERATORS[rule.operator]}" text="${escapeCellText(rule.text)}"`, [escapeXml(formula)]);
    }
    case "state":
      return element(rule.state, "", [STATE_FORMULAS[rule.state].replaceAll("@", cell)]);
    case "period":
      return element("timePeriod", ` timePeriod="${rule.period}"`, [escapeXml(PERIOD_FORMULAS[rule.period].replaceAll("@", cell))]);
    case "count":
      return element(rule.repeated ? "duplicateValues" : "uniqueValues", "", []);
    case "top":
      return element("top10", `${flag("percent", rule.percent)}${flag("bottom", rule.bottom)} rank="${rule.rank}"`, []);
    case "average":
      return element(
        "aboveAverage",
        `${rule.below ? ` aboveAverage="0"` : ""}${flag("equalAverage", rule.orEqual)}${rule.deviations ? ` stdDev="${rule.deviations}"` : ""}`,
        [],
      );
    case "scale": {
      const colors = rule.points.map(({ color }) => `<${p}color ${rgbOf(color)}/>`).join("");
      return { own: drawn("colorScale", "", rule.points.map(point).join("") + colors) };
    }
    case "bar": {
      const hides = rule.hidesValue ? ` showValue="0"` : "";
      const [least, most] = rule.lengths;
      const bar = `${point(rule.from)}${point(rule.to)}<${p}color ${rgbOf(rule.color)}/>`;
      if (!rule.axis) {
        const lengths = `${least === 10 ? "" : ` minLength="${least}"`}${most === 90 ? "" : ` maxLength="${most}"`}`;
        return { own: drawn("dataBar", `${lengths}${hides}`, bar) };
      }
      const known = id();
      const negative = rule.negative ? `<x14:negativeFillColor ${rgbOf(rule.negative)}/>` : "";
      return {
        own: drawn(
          "dataBar",
          hides,
          bar,
          `<${p}extLst><${p}ext xmlns:x14="${X14}" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>${known}</x14:id></${p}ext></${p}extLst>`,
        ),
        newer:
          `<x14:cfRule type="dataBar" id="${known}"><x14:dataBar minLength="${least}" maxLength="${most}"${hides}${rule.solid ? ` gradient="0"` : ""}` +
          `${rule.negative ? "" : ` negativeBarColorSameAsPositive="1"`}>${newPoint(rule.from)}${newPoint(rule.to)}${negative}<x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule>`,
      };
    }
    case "icons": {
      const attributes = `${flag("reverse", rule.reversed)}${rule.hidesValue ? ` showValue="0"` : ""}`;
      if (!rule.icons && !isNewIconSet(rule.set)) return { own: drawn("iconSet", ` iconSet="${rule.set}"${attributes}`, rule.points.map(point).join("")) };
      const icons = (rule.icons ?? []).map((icon) => `<x14:cfIcon iconSet="${icon?.set ?? "NoIcons"}" iconId="${icon?.place ?? 0}"/>`).join("");
      return {
        newer:
          `<x14:cfRule type="iconSet" priority="${priority}" id="${id()}"><x14:iconSet iconSet="${rule.set}"${flag("custom", rule.icons !== undefined)}${attributes}>` +
          `${rule.points.map(newPoint).join("")}${icons}</x14:iconSet></x14:cfRule>`,
      };
    }
  }
}

/** The extension of a sheet that has conditional formats of newer versions. */
export const EXTENSION = "{78C0D931-6437-407d-A8EE-F0AAD7539E65}";

export const sqrefOf = (areas: readonly Block[]): string => areas.map(blockText).join(" ");

/** Makes ids that this text does not have. */
export function newIds(text: string): () => string {
  let count = 0;
  return () => {
    for (;;) {
      const id = `{00000000-0000-4000-8000-${(++count).toString(16).toUpperCase().padStart(12, "0")}}`;
      if (!text.includes(id)) return id;
    }
  };
}

/** Rules of the extension, by their areas. */
export const newerXml = (rules: ReadonlyMap<string, readonly string[]>): string =>
  [...rules]
    .map(
      ([sqref, list]) =>
        `<x14:conditionalFormatting xmlns:x14="${X14}" xmlns:xm="${XM}">${list.join("")}<xm:sqref>${sqref}</xm:sqref></x14:conditionalFormatting>`,
    )
    .join("");
