import type { Block } from "./book";
import { blockIn } from "./cell-reference";

const ADDRESS = /^(?:(?:'((?:[^']|'')+)'|([^'!:()"]+))!)?([^'!:]+(?::[^'!:]+)?)$/;

/** Parses `A2`, `A2:A50`, `'My Sheet'!$B$1`, with or without an equals sign; undefined for anything else, whole columns included. Without a sheet, on any. */
export function readBlock(text: string): (Block & { readonly sheet?: string }) | undefined {
  const m = ADDRESS.exec(text.trim().replace(/^=/, ""));
  const block = m && blockIn(m[3]!);
  if (!block) return undefined;
  const sheet = m[1]?.replaceAll("''", "'") ?? m[2]?.trim();
  return { ...(sheet === undefined ? {} : { sheet }), ...block };
}
