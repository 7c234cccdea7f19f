import type { BookSheet, ChangeMarks, StoredCalculation } from "../book";
import { partNamed, partText, relatedPart, relatedParts } from "./package-parts";
import { type Attributes, elementsInText, isFalse, isTrue, xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { withoutParts } from "./edit-package";

interface Language {
  readonly name: string;
  /** The heading of the list of sheets in the file's properties. */
  readonly heading?: string;
  /** What Excel calls a new sheet, before its number. */
  readonly sheet?: string;
  /** The name of the style Normal. */
  readonly style?: string;
  /** Languages of number formats such as `[$-407]`, without the country: the last two digits. */
  readonly code: string;
}

/** Languages whose decimals usually have a comma. */
const LANGUAGES: readonly Language[] = [
  { name: "German", heading: "Arbeitsblätter", sheet: "Tabelle", style: "Standard", code: "07" },
  { name: "French", heading: "Feuilles de calcul", sheet: "Feuil", code: "0c" },
  { name: "Spanish", heading: "Hojas de cálculo", sheet: "Hoja", code: "0a" },
  { name: "Italian", heading: "Fogli di lavoro", sheet: "Foglio", style: "Normale", code: "10" },
  { name: "Portuguese", heading: "Planilhas", sheet: "Planilha", code: "16" },
  { name: "Portuguese", heading: "Folhas de cálculo", sheet: "Folha", code: "16" },
  { name: "Dutch", heading: "Werkbladen", sheet: "Blad", style: "Standaard", code: "13" },
  { name: "Polish", heading: "Arkusze", sheet: "Arkusz", style: "Normalny", code: "15" },
  { name: "Swedish", heading: "Kalkylblad", code: "1d" },
  { name: "Danish", heading: "Regneark", sheet: "Ark", code: "06" },
  { name: "Norwegian", sheet: "Ark", code: "14" },
  { name: "Finnish", heading: "Laskentataulukot", sheet: "Taul", style: "Normaali", code: "0b" },
  { name: "Czech", heading: "Listy", style: "Normální", code: "05" },
  { name: "Hungarian", heading: "Munkalapok", sheet: "Munka", style: "Normál", code: "0e" },
  { name: "Turkish", heading: "Çalışma Sayfaları", sheet: "Sayfa", code: "1f" },
  { name: "Russian", heading: "Листы", sheet: "Лист", style: "Обычный", code: "19" },
];

const textOf = (part: Uint8Array | undefined): string => (part ? xmlText(part) : "");

/** The first text in the headings of the parts that the file's properties list. A damaged part has none, and is no reason to refuse the book. */
function headingIn(parts: Parts): string | undefined {
  return /<HeadingPairs>[\s\S]*?<vt:lpstr>([^<]*)</.exec(textOf(relatedPart(parts, "", "extended-properties")?.bytes))?.[1];
}

/** The name of the style Normal, which every book has. */
function normalStyleIn(styles: Uint8Array | undefined): string | undefined {
  const style = /<(?:\w+:)?cellStyle\s[^>]*\bbuiltinId="0"[^>]*>/.exec(textOf(styles))?.[0];
  return style && /\bname="([^"]*)"/.exec(style)?.[1];
}

/** The language that Excel's own words in a file are in: the list of its sheets, the style Normal, names of new sheets, number formats. Undefined for English. */
export function languageIn(parts: Parts, styles: Uint8Array | undefined, sheets: readonly BookSheet[]): string | undefined {
  const [heading, normal] = [headingIn(parts), normalStyleIn(styles)];
  const stated = LANGUAGES.find((one) => (one.heading !== undefined && one.heading === heading) || (one.style !== undefined && one.style === normal));
  if (stated) return stated.name;
  const named = LANGUAGES.find(({ sheet }) => sheet !== undefined && sheets.some(({ name }) => new RegExp(`^${sheet}\\d+$`).test(name)));
  if (named) return named.name;
  const codes = new Set<string>();
  for (const { cells } of sheets)
    for (const { format } of cells) {
      const code = format === undefined ? undefined : /\[\$-([\da-f]{3,8})\]/i.exec(format)?.[1];
      if (code !== undefined) codes.add(code.slice(-2).toLowerCase());
    }
  return LANGUAGES.find(({ code }) => codes.has(code))?.name;
}

/** `Microsoft Macintosh Excel`, `Microsoft Excel Online`, `Excel Android`. Other programs name themselves after a slash, or as compatible. */
const EXCEL = /^(?:Microsoft )?(?:Macintosh )?Excel(?! Compatible)(?: [\w ]+)?$/;
/** The first Excel that wrote .xlsx files. Programs that call themselves Excel have numbers of their own. */
const FIRST_VERSION = 12;

/**
 * What a file says about the calculation that gave the values of its formulas.
 *
 * @param settings the attributes of the workbook's `calcPr`, if it has one
 * @param bySheets true if a sheet has a `sheetCalcPr`, which says nothing but that Excel calculates it when it opens the file
 */
export function storedCalculation(parts: Parts, settings: Attributes = {}, bySheets = false): StoredCalculation {
  // Not parsed: a book is read whatever this part is like.
  const text = textOf(relatedPart(parts, "", "extended-properties")?.bytes ?? partNamed(parts, "docProps/app.xml"));
  const fact = (name: string): string => new RegExp(`<(?:[\\w.-]+:)?${name}\\s*>([^<]*)<`).exec(text)?.[1]?.trim() ?? "";
  const program = fact("Application");
  const version = Number.parseFloat(fact("AppVersion"));
  const isIncomplete = isFalse(settings["calcCompleted"]);
  return {
    ...(program === "" ? {} : { program }),
    ...(EXCEL.test(program) && !(version < FIRST_VERSION) ? { byExcel: true } : {}),
    ...(bySheets || isIncomplete || isTrue(settings["fullCalcOnLoad"]) ? { onOpening: true } : {}),
    ...(settings["calcMode"] === "manual" ? { manual: true } : {}),
  };
}

/** The part that lists a package's digital signatures. The signature of a macro project is another one, which covers no cells. */
const signatureOrigins = (parts: Parts): readonly string[] => relatedParts(parts, "", "origin").map(({ name }) => name);

/** True if File, Info, Mark as Final was chosen: a custom property of the document. */
function isFinal(parts: Parts): boolean {
  const part = relatedPart(parts, "", "custom-properties");
  const properties = part ? elementsInText(xmlText(part.bytes), part.name, (name) => name === "property") : [];
  return properties.some(({ attributes, text }) => attributes["name"] === "_MarkAsFinal" && isTrue(text.trim().toLowerCase()));
}

/** What a workbook says about changes to it; undefined if nothing. */
export function changeMarks(parts: Parts, workbook: string): ChangeMarks | undefined {
  const sharing = elementsInText(partText(parts, workbook), workbook, (name) => name === "fileSharing").at(-1)?.attributes ?? {};
  const marks: ChangeMarks = {
    ...(signatureOrigins(parts).length > 0 ? { signed: true as const } : {}),
    ...(isFinal(parts) ? { final: true as const } : {}),
    ...(isTrue(sharing["readOnlyRecommended"]?.trim().toLowerCase()) ? { readOnlyRecommended: true as const } : {}),
    ...(sharing["hashValue"] || sharing["reservationPassword"] ? { passwordToChange: true as const } : {}),
  };
  return Object.keys(marks).length > 0 ? marks : undefined;
}

/** A package without its digital signatures, as Excel leaves it when somebody edits it. */
export const withoutSignatures = (parts: Parts): Parts => withoutParts(parts, signatureOrigins(parts));
