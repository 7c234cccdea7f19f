import { type Injector, IUniverInstanceService, type Workbook } from "@univerjs/core";
import { IDefinedNamesService, type IDefinedNamesServiceParam } from "@univerjs/engine-formula";
import { SCOPE_WORKBOOK_VALUE_DEFINED_NAME } from "@univerjs/sheets";
import { sheetOf } from "../../workbook/areas";
import { isLambda } from "../../workbook/formulas/broken-names";
import { tokensOf, type Token } from "../../workbook/formulas/formula-tokens";
import { sameSheet } from "../../workbook/edits/moved-areas";
import { isRelative, shiftFormula } from "../../workbook/formulas/shift-formula";
import { calculateAs } from "./excel-formulas";

/*
 * A name can mean something else in each cell: each sheet can have a name that is written alike, and `Sheet1!$B1` in a name is column B of the formula's row. Univer 0.25.1
 * knows one meaning of each name. Formulas therefore refer to such a name together with their cell, and the meaning is looked up for it. The sheet keeps the formula as it is.
 */

/** A cell, by the id of its sheet. */
interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

const hexOf = (text: string): string => Array.from(text, (c) => c.codePointAt(0)!.toString(16).padStart(6, "0")).join("");
const textOf = (hex: string): string => (hex.match(/.{6}/g) ?? []).map((code) => String.fromCodePoint(parseInt(code, 16))).join("");

/** A defined name together with the cell that it is used in, written as a name. */
const nameInCell = (name: string, { sheet, row, column }: Place): string => `__service_${hexOf(name)}_${hexOf(sheet)}_${row}_${column}`;

/** The name and the cell that `nameInCell` wrote; undefined for any other name. */
function placeOf(written: string): { readonly name: string; readonly place: Place } | undefined {
  const [, name, sheet, row, column] = /^__service_([\da-f]*)_([\da-f]*)_(\d+)_(\d+)$/i.exec(written) ?? [];
  return name === undefined ? undefined : { name: textOf(name), place: { sheet: textOf(sheet!), row: Number(row), column: Number(column) } };
}

/** A name without the cell that it is used in, and without its sheet. */
export const plainName = (written: string): string => placeOf(written)?.name ?? written.replace(/^.*!/s, "");

type Name = IDefinedNamesServiceParam;

/** True for a name of the whole workbook. */
export const isOfBook = ({ localSheetId }: Pick<Name, "localSheetId">): boolean =>
  localSheetId === undefined || localSheetId === SCOPE_WORKBOOK_VALUE_DEFINED_NAME;

/** The place of names within a name of the whole workbook: they are of the whole workbook, too. */
const NO_SHEET = "";

/** The names of a workbook, by name in lower case. */
interface Names {
  readonly alike: ReadonlyMap<string, readonly Name[]>;
  /** Those that do not mean the same in every cell, also through other names. */
  readonly inCells: ReadonlySet<string>;
  /** Finds formulas that may use one of these; undefined if there is none. */
  readonly uses: RegExp | undefined;
}

function namesOf(all: readonly Name[]): Names {
  const alike = new Map<string, Name[]>();
  const users = new Map<string, string[]>();
  const inCells = new Set<string>();
  for (const name of all) {
    const key = name.name.toLowerCase();
    alike.set(key, [...(alike.get(key) ?? []), name]);
    const tokens = tokensOf(name.formulaOrRefString);
    if (!isOfBook(name) || tokens.some(isRelative)) inCells.add(key);
    for (const token of tokens)
      if (/^(?:name|function)$/.test(token.kind)) users.set(token.text.toLowerCase(), [...(users.get(token.text.toLowerCase()) ?? []), key]);
  }
  // A set also passes through what is added meanwhile.
  for (const key of inCells) for (const user of users.get(key) ?? []) inCells.add(user);
  const words = [...inCells].map((name) => name.replace(/[\\.?]/g, "\\$&"));
  return { alike, inCells, uses: words.length > 0 ? new RegExp(words.join("|"), "iu") : undefined };
}

/** Calculates each formula with the meanings that its names have in its cell. */
export function readNamesInCells(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  const service = injector.get(IDefinedNamesService);
  const known = new Map<string, Names>();
  service.update$.subscribe(() => known.clear());
  const namesIn = (unit: string): Names => {
    const names = known.get(unit) ?? namesOf(Object.values(service.getDefinedNameMap(unit) ?? {}));
    known.set(unit, names);
    return names;
  };

  /** A formula whose names say which cell they are in. */
  const inCell = (unit: string, formula: string, place: Place): string => {
    const { alike, inCells, uses } = namesIn(unit);
    if (!uses?.test(formula)) return formula;
    const tokens = tokensOf(formula);
    const isInCell = (token: Token): boolean => {
      const key = token.text.toLowerCase();
      if (!inCells.has(key)) return false;
      return token.kind === "name" || (token.kind === "function" && (alike.get(key) ?? []).some((name) => isLambda(name.formulaOrRefString)));
    };
    const sheetBefore = (i: number): string | undefined => {
      const token = tokens[i - 1];
      if (token?.kind !== "sheet") return token?.kind === "bracket" ? undefined : place.sheet;
      const name = sheetOf(token);
      return instances
        .getUnit<Workbook>(unit)
        ?.getSheets()
        .find((sheet) => sameSheet(sheet.getName(), name))
        ?.getSheetId();
    };
    const written = tokens.map((token, i): string | undefined => {
      const sheet = isInCell(token) ? sheetBefore(i) : undefined;
      return sheet === undefined ? undefined : nameInCell(token.text, { ...place, sheet });
    });
    // The sheet before such a name is part of its place.
    return tokens.map(({ kind, text }, i) => written[i] ?? (kind === "sheet" && written[i + 1] !== undefined ? "" : text)).join("");
  };

  const getValueByName = service.getValueByName.bind(service);
  service.getValueByName = (unit, written) => {
    const found = placeOf(written);
    if (!found) return getValueByName(unit, written);
    const same = namesIn(unit).alike.get(found.name.toLowerCase()) ?? [];
    const name = same.find(({ localSheetId }) => localSheetId === found.place.sheet) ?? same.find(isOfBook);
    if (!name) return null;
    const { row, column } = found.place;
    const shifted = shiftFormula(name.formulaOrRefString, row, column, true);
    return { ...name, formulaOrRefString: inCell(unit, shifted, { sheet: isOfBook(name) ? NO_SHEET : name.localSheetId!, row, column }) };
  };

  calculateAs(injector, (formula, unit, sheet, at) => inCell(unit, formula, { sheet, ...at }));
}
