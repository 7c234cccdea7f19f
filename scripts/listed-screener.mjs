const OF_FIELD = ["label", "about", "unit", "choices", "words", "example", "isWhole", "isPrice", "like"];

/** Source of contract/listed/screener.ts: what clients know of each field, in groups that share all but name and texts, in the order of the declarations. */
export function listedScreenerText(columns) {
  const groups = [];
  for (const column of columns) {
    const { name, group, type, operators } = column;
    const field = Object.fromEntries(OF_FIELD.flatMap((key) => (column[key] === undefined ? [] : [[key, column[key]]])));
    const shared = JSON.stringify([group, type, operators]).slice(1, -1);
    // Only neighbours share a group, so that the order of the fields stays.
    if (groups.at(-1)?.shared !== shared) groups.push({ shared, fields: {} });
    groups.at(-1).fields[name] = field;
  }
  const lines = groups.map(({ shared, fields }) => `  [${shared}, ${JSON.stringify(fields)}],`);
  return `/* Written by scripts/generate.mjs from the declarations in src/service/families/screener. Do not edit. */
import type { Unit } from "../units";

type Texts = {
  readonly label: string;
  readonly about: string;
  readonly unit?: Unit;
  readonly choices?: readonly string[];
  readonly words?: string;
  readonly example?: string;
  readonly isWhole?: true;
  readonly isPrice?: true;
  readonly like?: readonly [id: string, ...field: string[]];
};

/** Groups of fields that share their type and operators. */
export const LISTED_FIELDS: readonly (readonly [
  group: string,
  type: "enum" | "number" | "ordinal",
  operators: readonly string[],
  fields: Readonly<Record<string, Texts>>,
])[] = [
${lines.join("\n")}
];
`;
}
