import type { ExcelFunction } from "../../functions/index";

const PREFIX = "SERVICE.";

/**
 * Associates `FRED` besides `SERVICE.FRED`: a manifest with the namespace SERVICE calls functions by ids without the prefix. The pages cannot know which
 * manifest loaded them.
 */
export function associateWithoutPrefix(functions: Readonly<Record<string, ExcelFunction>>): void {
  for (const [id, cellFunction] of Object.entries(functions)) if (id.startsWith(PREFIX)) CustomFunctions.associate(id.slice(PREFIX.length), cellFunction);
}
