import { strToU8 } from "fflate";
import type { Book, DefinedName } from "../book";
import { filterNames } from "../sheet-filter";
import { toStoredFormula, unstorable } from "../formulas/stored-formula";
import { chartXml, drawingXml } from "./chart-parts";
import { metadataXml } from "./dynamic-array-mark";
import { pack } from "./unpack";
import { SETTINGS_PROPERTIES, SETTINGS_PROPERTIES_TYPE, settingsXml } from "./settings";
import { emptyVml, notesXml, withShapes } from "./note-shapes";
import { sheetXml } from "./write-sheet";
import { createChangedStyles } from "./changed-styles";
import { lookNumber } from "./formats/format-looks";
import { newStyles } from "./styles-part";
import { escapeCellText, escapeXml } from "./xml-edits";

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const SHEETML = "application/vnd.openxmlformats-officedocument.spreadsheetml";

interface Related {
  readonly type: string;
  readonly target: string;
}

const relationships = (related: readonly Related[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${related
    .map(({ type, target }, i) => `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

function namesXml({ names, sheets }: Book, ownService: boolean): string {
  const items = [...names, ...sheets.flatMap(filterNames)].map((name) =>
    nameXml(
      name,
      sheets.findIndex((s) => s.name === name.sheet),
      ownService,
    ),
  );
  return items.join("") === "" ? "" : `<definedNames>${items.join("")}</definedNames>`;
}

/** A defined name in a file; nothing if no file can hold it. `local` is the index of its sheet. */
export function nameXml({ name, formula, sheet, hidden }: DefinedName, local: number, ownService: boolean, p = ""): string {
  if (unstorable(formula) !== undefined || (sheet !== undefined && local < 0)) return "";
  const place = sheet === undefined ? "" : ` localSheetId="${local}"`;
  return `<${p}definedName name="${escapeXml(name)}"${place}${hidden ? ` hidden="1"` : ""}>${escapeXml(toStoredFormula(formula, { ownService }))}</${p}definedName>`;
}

/** The parts of all charts and notes, by name: a drawing for each sheet with charts, numbered through the workbook, and two parts for one with notes. */
function ownParts({ sheets }: Book): Record<string, string> {
  const parts: Record<string, string> = {};
  let [drawings, charts] = [0, 0];
  for (const [i, sheet] of sheets.entries()) {
    const related: Related[] = [];
    const relate = (type: string, part: string): void => void related.push({ type: `${OFFICE}/relationships/${type}`, target: `../${part}` });
    if (sheet.charts) relate("drawing", `drawings/drawing${++drawings}.xml`);
    if (sheet.notes) {
      relate("vmlDrawing", `drawings/vmlDrawing${i + 1}.vml`);
      relate("comments", `comments${i + 1}.xml`);
      parts[`xl/drawings/vmlDrawing${i + 1}.vml`] = withShapes(emptyVml(i + 1), sheet.notes, i + 1);
      parts[`xl/comments${i + 1}.xml`] = notesXml(sheet.notes, MAIN);
    }
    if (related.length > 0) parts[`xl/worksheets/_rels/sheet${i + 1}.xml.rels`] = relationships(related);
    if (!sheet.charts) continue;
    const drawing = `drawing${drawings}.xml`;
    parts[`xl/drawings/${drawing}`] = drawingXml(sheet.charts);
    const names = sheet.charts.map(() => `chart${++charts}.xml`);
    parts[`xl/drawings/_rels/${drawing}.rels`] = relationships(names.map((name) => ({ type: `${OFFICE}/relationships/chart`, target: `../charts/${name}` })));
    for (const [c, chart] of sheet.charts.entries()) parts[`xl/charts/${names[c]}`] = chartXml(sheet.name, chart);
  }
  return parts;
}

const PART_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^xl\/drawings\/[^/]+\.xml$/, "application/vnd.openxmlformats-officedocument.drawing+xml"],
  [/^xl\/drawings\/[^/]+\.vml$/, "application/vnd.openxmlformats-officedocument.vmlDrawing"],
  [/^xl\/comments\d+\.xml$/, `${SHEETML}.comments+xml`],
  [/^xl\/charts\/[^/]+$/, "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"],
];

/**
 * Writes an .xlsx file for Excel: formulas in stored form with their last results, dates as numbers with formats. Equal books give equal bytes. A formula
 * without a known value shows `#GETTING_DATA`, never 0 or empty, and the file makes Excel calculate it on opening. A formula that a file cannot contain
 * (incomplete, or referring to another workbook) is written as text. The content named in `leftOut` is not in the file.
 */
export function writeBook(book: Book): Uint8Array {
  const styles = newStyles(MAIN);
  const changed = createChangedStyles(styles);
  const strings = new Map<string, number>();
  let stringUses = 0;
  let hasArrays = false;
  let isCalculated = true;
  const ownService = book.names.some(({ name }) => name.toUpperCase() === "SERVICE");
  const sheets = book.sheets.map((sheet, i) =>
    sheetXml(sheet, i === book.active, {
      options: { ownService },
      styleNumber: (cell) => changed(0, {}, cell),
      lookNumber: (look) => lookNumber(styles, look),
      stringNumber: (text) => {
        stringUses++;
        const known = strings.get(text);
        if (known !== undefined) return known;
        strings.set(text, strings.size);
        return strings.size - 1;
      },
      arrayUsed: () => {
        hasArrays = true;
        return 1;
      },
      notCalculated: () => void (isCalculated = false),
    }),
  );

  const hasSettings = Object.keys(book.settings).length > 0;
  const related: Related[] = [
    ...sheets.map((_, i) => ({ type: `${OFFICE}/relationships/worksheet`, target: `worksheets/sheet${i + 1}.xml` })),
    { type: `${OFFICE}/relationships/styles`, target: "styles.xml" },
    { type: `${OFFICE}/relationships/sharedStrings`, target: "sharedStrings.xml" },
    ...(hasArrays ? [{ type: `${OFFICE}/relationships/sheetMetadata`, target: "metadata.xml" }] : []),
    ...(hasSettings ? [{ type: `${OFFICE}/relationships/customXml`, target: "../customXml/item1.xml" }] : []),
  ];
  const workbook =
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><workbookPr${book.from1904 ? ` date1904="1"` : ""}/><bookViews><workbookView activeTab="${book.active}"/></bookViews><sheets>` +
    book.sheets
      .map(({ name, visibility }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${visibility ? ` state="${visibility}"` : ""} r:id="rId${i + 1}"/>`)
      .join("") +
    `</sheets>${namesXml(book, ownService)}<calcPr calcId="191029"${book.asDisplayed ? ` fullPrecision="0"` : ""}${isCalculated ? "" : ` fullCalcOnLoad="1"`}/></workbook>`;
  const others = ownParts(book);
  const types: [string, string][] = [
    ["xl/workbook.xml", `${SHEETML}.sheet.main+xml`],
    ...sheets.map((_, i): [string, string] => [`xl/worksheets/sheet${i + 1}.xml`, `${SHEETML}.worksheet+xml`]),
    ["xl/styles.xml", `${SHEETML}.styles+xml`],
    ["xl/sharedStrings.xml", `${SHEETML}.sharedStrings+xml`],
    ...(hasArrays ? [["xl/metadata.xml", `${SHEETML}.sheetMetadata+xml`] as [string, string]] : []),
    ...(hasSettings ? [["customXml/itemProps1.xml", SETTINGS_PROPERTIES_TYPE] as [string, string]] : []),
    ...Object.keys(others).flatMap((part) => PART_TYPES.flatMap(([names, type]): [string, string][] => (names.test(part) ? [[part, type]] : []))),
  ];

  const files: Record<string, string> = {
    "[Content_Types].xml":
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `${types.map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`).join("")}</Types>`,
    "_rels/.rels": relationships([{ type: `${OFFICE}/relationships/officeDocument`, target: "xl/workbook.xml" }]),
    "xl/workbook.xml": workbook,
    "xl/_rels/workbook.xml.rels": relationships(related),
    ...Object.fromEntries(sheets.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
    ...others,
    "xl/styles.xml": styles.xml(),
    "xl/sharedStrings.xml": `${HEAD}<sst xmlns="${MAIN}" count="${stringUses}" uniqueCount="${strings.size}">${[...strings.keys()]
      .map((text) => `<si><t xml:space="preserve">${escapeCellText(text)}</t></si>`)
      .join("")}</sst>`,
    ...(hasArrays ? { "xl/metadata.xml": metadataXml(MAIN) } : {}),
    ...(hasSettings
      ? {
          "customXml/item1.xml": settingsXml(book.settings),
          "customXml/_rels/item1.xml.rels": relationships([{ type: `${OFFICE}/relationships/customXmlProps`, target: "itemProps1.xml" }]),
          "customXml/itemProps1.xml": SETTINGS_PROPERTIES,
        }
      : {}),
  };
  return pack(new Map(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
