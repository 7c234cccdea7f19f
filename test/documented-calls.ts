import { FUNCTION_NAMES, type FunctionName } from "../src/contract/functions";
import { sheetPath } from "../src/contract/paths";

interface DocumentedCall {
  readonly fn: FunctionName;
  readonly args: readonly (string | number)[];
  readonly text: string;
}

const CALL = /=SERVICE(?:\.([A-Z0-9_]+))?\(([^()]*)\)/g;

/** The arguments of a call; undefined if one is not a literal, because such a line explains a form and is no example. */
function literals(list: string): (string | number)[] | undefined {
  try {
    return JSON.parse(`[${list}]`) as (string | number)[];
  } catch {
    return undefined;
  }
}

/** Function and arguments of a call. SERVICE and GET take an entity and a sheet path. */
function resolved(name: string, list: readonly (string | number)[]): Pick<DocumentedCall, "fn" | "args"> | undefined {
  const path = name === "GET" ? sheetPath(String(list[1]).toLowerCase()) : undefined;
  if (path) return { fn: path.fn, args: [list[0] as string | number, ...(path.field ? [path.field] : [])] };
  const fn = FUNCTION_NAMES.find((f) => f === name);
  return fn && { fn, args: list };
}

/** The calls in a document whose arguments are all literals, without duplicates. */
export function documentedCalls(document: string): DocumentedCall[] {
  const found = new Map<string, DocumentedCall>();
  for (const [text, name = "GET", list = ""] of document.matchAll(CALL)) {
    const args = literals(list);
    const call = args && resolved(name, args);
    if (call) found.set(text, { ...call, text });
  }
  return [...found.values()];
}
