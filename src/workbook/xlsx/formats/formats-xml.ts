import type { Block } from "../../block";
import { blockText } from "../../cell-address";
import type { ConditionalFormat } from "../../conditional-format";
import { ruleXml, X14, XM, type RuleNeeds } from "./rule-xml";

/** The extension of a sheet that has conditional formats of newer versions. */
export const EXTENSION = "{78C0D931-6437-407d-A8EE-F0AAD7539E65}";

export const sqrefOf = (areas: readonly Block[]): string => areas.map(blockText).join(" ");

/** Makes ids that this text does not have. */
export function newIds(text: string): () => string {
  let count = 0;
  return () => {
    for (;;) {
      const id = `{00000000-0000-4000-8000-${(++count).toString(16).toUpperCase().padStart(12, "0")}}`;
      if (!text.includes(id)) return id;
    }
  };
}

/** Rules of the extension, by their areas. */
export const newerXml = (rules: ReadonlyMap<string, readonly string[]>): string =>
  [...rules]
    .map(
      ([sqref, list]) =>
        `<x14:conditionalFormatting xmlns:x14="${X14}" xmlns:xm="${XM}">${list.join("")}<xm:sqref>${sqref}</xm:sqref></x14:conditionalFormatting>`,
    )
    .join("");

/** The elements of the conditional formats of a new sheet: its own, and its extension. */
export function formatsXml(formats: readonly ConditionalFormat[], needs: Omit<RuleNeeds, "id">): { readonly own: string; readonly extension: string } {
  const id = newIds("");
  const written = formats.map((format, i) => ({ sqref: sqrefOf(format.areas), ...ruleXml(format, i + 1, { ...needs, id }) }));
  const newer = new Map<string, string[]>();
  for (const { sqref, newer: text } of written) if (text !== undefined) newer.set(sqref, [...(newer.get(sqref) ?? []), text]);
  return {
    own: written.map(({ sqref, own }) => (own === undefined ? "" : `<conditionalFormatting sqref="${sqref}">${own}</conditionalFormatting>`)).join(""),
    extension:
      newer.size === 0
        ? ""
        : `<extLst><ext xmlns:x14="${X14}" uri="${EXTENSION}"><x14:conditionalFormattings>${newerXml(newer)}</x14:conditionalFormattings></ext></extLst>`,
  };
}
