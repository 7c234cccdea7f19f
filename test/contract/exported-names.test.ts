import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const src = path.resolve(__dirname, "../../src");
const nameOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
};
const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

/** The names that a module exports by its own declarations. */
function exportedNames(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone });
  const own = source.statements.filter((statement) => ts.canHaveModifiers(statement) && /^export (?!default)/.test(statement.getText(source)));
  return [...new Set(own.flatMap(nameOf))];
}

test("exportedNames finds functions, constants, destructured constants, classes, types and enums", () => {
  const text = `
    export function a() {} export const b = 1, [c, { d }] = e; export class F {} export type G = 1; export interface H {} export enum I {}
    const j = 1; function k() {} export { l } from "./l"; export default function m() {} export async function n() {}`;
  expect(exportedNames("a.ts", text)).toEqual(["a", "b", "c", "d", "F", "G", "H", "I", "n"]);
});

test("an exported name has one meaning: no two modules of src declare it", () => {
  const modules = new Map<string, string[]>();
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  for (const file of files)
    for (const name of exportedNames(file, readFileSync(path.join(src, file), "utf8"))) modules.set(name, [...(modules.get(name) ?? []), file]);
  expect([...modules].filter(([, declaring]) => declaring.length > 1)).toEqual([]);
  expect(modules.size).toBeGreaterThan(3000);
});
