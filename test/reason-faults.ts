import { CAVEATS } from "../src/contract/caveats";
import { CODE_IDS } from "../src/contract/codes";

/** Ids that may accompany a sentence. Names that users type, such as `stale`, are allowed as words. */
const IDS = new Set([...CODE_IDS, ...Object.keys(CAVEATS)].filter((id) => /[_-]/.test(id)));
const COMMAND_AT_THE_END = /: npm run [^:]*$/;

/**
 * Faults in the style of a reason, in words. A reason begins with a capital letter, a digit or a name in its own spelling, ends with a full stop or question
 * mark, and contains no code.
 * @param names what users may type in lower case: fields, metrics, the arguments of the call
 */
export function reasonFaults(reason: string, names: Iterable<string> = []): string[] {
  const first = /^[\w.&-]+/.exec(reason)?.[0] ?? "";
  const named = [...names].some((name) => name !== "" && reason.toLowerCase().startsWith(name.toLowerCase().slice(0, 12)));
  return [
    !/^[\p{Lu}\p{N}"]/u.test(reason) && !named && `begins small: ${first}`,
    !/[.?]$/.test(reason) && !COMMAND_AT_THE_END.test(reason) && "ends without a full stop",
    /\.\.$|[?,;:]\.$/.test(reason) && "ends with two stops",
    /\s\s|^\s|\s$|\n/.test(reason) && "blanks",
    /\b(?:null|undefined|NaN|Infinity)\b|\[object/.test(reason) && "not for a person",
    ...(reason.match(/\b[a-z0-9]+(?:[_-][a-z0-9]+)+\b/g) ?? [])
      .filter((word) => IDS.has(word) && ![...names].includes(word))
      .map((id) => `holds the code ${id}`),
  ].flatMap((fault) => (fault ? [`${fault}: ${reason}`] : []));
}
