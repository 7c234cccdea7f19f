import type { Injector } from "@univerjs/core";
import {
  type IDefinedNamesServiceParam,
  IDefinedNamesService,
  IFormulaCurrentConfigService,
  IFormulaDependencyGenerator,
  LexerTreeBuilder,
} from "@univerjs/engine-formula";
import { forgetParsedFormulas } from "./exact-caches";
import { hasOperator } from "./formula-guard";
import { plainName } from "./names-in-cells";

/*
 * Univer 0.25.1 puts the meanings of names into a formula when it parses it, keeps the result under the text of the formula, and does not record the names. A
 * formula would keep the former meaning of a name that changes or whose cells move, and take the meanings of another workbook that has the same formula.
 */

interface Parsed {
  readonly definedNames: readonly string[];
}
interface Lookup {
  readonly unitId: string;
  getValueByName(unit: string, name: string): IDefinedNamesServiceParam | null;
}
interface Parser {
  _handleDefinedName(parts: unknown, lookup: Lookup): Parsed;
  _checkDefinedNameDirty(name: string, lookup: Lookup): boolean;
  _getHasSheetNameDefinedName(name: string, unit: string, lookup: Lookup): string;
  _simpleCheckDefinedName(formula: string, lookup: Lookup): boolean;
}
interface Generator {
  _includeTree(tree: { readonly unitId: string }, node: unknown): boolean;
  _getAddressFunctionNodeList(node: unknown): readonly unknown[];
}

/** A name with the signs before it, which Univer 0.25.1 takes for a part of the name. */
const signed = (written: string): readonly [signs: string, name: string] => {
  const [, signs = "", name = ""] = /^\s*([-+\s]*)(.*)$/s.exec(written) ?? [];
  return [signs, name.trimEnd()];
};

/** Calculates every formula with the present meaning of its names, and again when one of them changes: used directly, through another name, or in INDIRECT. */
export function keepNamesCurrent(injector: Injector): void {
  const names = injector.get(IDefinedNamesService);
  names.update$.subscribe(forgetParsedFormulas);
  // A workbook without names would take the meanings of another one, too.
  names.getAllDefinedNamesIsEmpty = () => false;
  const config = injector.get(IFormulaCurrentConfigService);
  const changed = (unit: string): string[] => Object.keys(config.getDirtyDefinedNameMap()[unit] ?? {});
  /** The changed name that a formula means; a formula may write it in other letters. */
  const changedName = (unit: string, name: string) => changed(unit).find((one) => one.toLowerCase() === plainName(signed(name)[1]).toLowerCase());

  const parser = injector.get(LexerTreeBuilder) as unknown as Parser;
  const parse = parser._handleDefinedName.bind(parser);
  const withoutSheet = parser._getHasSheetNameDefinedName.bind(parser);
  parser._getHasSheetNameDefinedName = (written, unit, lookup) => {
    const [signs, name] = signed(written);
    return signs === "" ? withoutSheet(written, unit, lookup) : `${signs}${withoutSheet(name, unit, lookup)}`;
  };
  let isWithin = false;
  parser._handleDefinedName = (parts, lookup) => {
    // Univer calls this for the formula of each name, too.
    if (isWithin) return parse(parts, lookup);
    const used = new Set<string>();
    const getValueByName: Lookup["getValueByName"] = (unit, written) => {
      const [signs, name] = signed(written);
      const meaning = lookup.getValueByName(unit, signs === "" ? written : name);
      if (!meaning) return null;
      used.add(meaning.name);
      const formula = meaning.formulaOrRefString.replace(/^=/, "");
      return signs === "" ? meaning : { ...meaning, formulaOrRefString: `=${signs}${hasOperator(formula) ? `(${formula})` : formula}` };
    };
    isWithin = true;
    try {
      const parsed = parse(parts, { ...lookup, getValueByName });
      for (const name of parsed.definedNames) used.add(changedName(lookup.unitId, name) ?? signed(name)[1]);
      return { ...parsed, definedNames: [...used] };
    } finally {
      isWithin = false;
    }
  };
  // Univer's first step is kept for all workbooks together.
  parser._simpleCheckDefinedName = () => true;
  parser._checkDefinedNameDirty = (name, { unitId }) => changedName(unitId, name) !== undefined;

  const generator = injector.get(IFormulaDependencyGenerator) as unknown as Generator;
  const include = generator._includeTree.bind(generator);
  generator._includeTree = (tree, node) => include(tree, node) || (changed(tree.unitId).length > 0 && generator._getAddressFunctionNodeList(node).length > 0);
}
