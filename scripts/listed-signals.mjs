import { wordListText } from "./functions-source.mjs";

/** Source of contract/listed/signals.ts: the types of signals, and the titles of those whose name is not one. */
export function listedSignalsText(signals) {
  const types = [...new Set(signals.flatMap(({ finds }) => finds))];
  const titles = Object.fromEntries(signals.flatMap(({ finds, title }) => (title === undefined ? [] : [[finds[0], title]])));
  return `/* Written by scripts/generate.mjs from the declarations in src/service/families/signals. Do not edit. */
import { wordList } from "../text";

export const SIGNAL_TYPES = ${wordListText(types)};

export type SignalType = (typeof SIGNAL_TYPES)[number];

/** Titles of types whose name is not a title. */
export const SIGNAL_TITLES: { readonly [T in SignalType]?: string } = ${JSON.stringify(titles)};
`;
}
