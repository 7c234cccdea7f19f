import { PATHS } from "../paths";
import type { CellFunction } from "./declaration";
import { NEVER_ZERO } from "./parameters";

/** `SERVICE` and `SERVICE.GET`, which take any sheet path. On the wire a cell has entity and path instead of a function. */
interface ByPath extends Pick<CellFunction, "description" | "remarks" | "returns" | "example"> {
  readonly parameters: readonly { readonly name: string; readonly example: string; readonly about: string }[];
}

const same: Omit<ByPath, "description" | "example"> = {
  remarks: `The unit depends on the path: USD, percent, a ratio, a count, or a probability from 0 to 1. ${NEVER_ZERO}`,
  parameters: [
    { name: "entity", example: "AAPL", about: "A ticker or a crypto symbol; for odds, a market's id or whole words of its question." },
    { name: "path", example: "price", about: `One of the ${PATHS.length} sheet paths, such as price or short.pctfloat.` },
  ],
  returns: "The value of the path.",
};

/** By id. */
export const PATH_FUNCTIONS = {
  "SERVICE.GET": {
    ...same,
    description: "One figure by entity and sheet path, such as price, insider.net or short.pctfloat. Same as SERVICE.",
    example: ["AAPL", "short.pctfloat"],
  },
  SERVICE: { ...same, description: "One figure by entity and sheet path, such as price, insider.net or short.pctfloat.", example: ["AAPL", "price"] },
} as const satisfies Readonly<Record<string, ByPath>>;
