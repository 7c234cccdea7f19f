import { FUNCTION_NAMES, type FunctionName } from "../src/contract/functions";

export interface DocumentedCall {
  readonly fn: FunctionName;
  readonly args: readonly (string | number)[];
  readonly text: string;
}

const CALL = /=SERVICE(?:\.([A-Z0-9_]+))?\(([^()]*)\)/g;

/** The arguments of a call, undefined where one is not a literal: such a line explains a form and is no example. */
function literals(list: string): (string | number)[] | undefined {
  try {
    return JSON.parse(`[${list}]`) as (string | number)[];
  } catch {
    return undefined;
  }
}

/** The calls of a document whose arguments are all literals, each text once. */
export function documentedCalls(document: string): DocumentedCall[] {
  const found = new Map<string, DocumentedCall>();
  for (const [text, name = "GET", list = ""] of document.matchAll(CALL)) {
    const [fn, args] = [FUNCTION_NAMES.find((f) => f === name), literals(list)];
    if (fn && args) found.set(text, { fn, args, text });
  }
  return [...found.values()];
}
