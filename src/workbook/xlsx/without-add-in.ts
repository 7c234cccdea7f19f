import { withoutParts } from "./edit-package";
import { partNamed, relationshipsOf } from "./package-parts";
import { xmlText } from "./read-xml";
import { SETTINGS_NAMESPACE } from "./settings-namespace";
import type { Parts } from "./unpack";

/** Removes the panes of add-ins, which Excel would offer to load, with their settings and lists of functions, and this add-in's own settings. Other parts stay. */
export function withoutAddIn(parts: Parts, workbook: string): Parts {
  const panes = relationshipsOf(parts, "").filter(({ type }) => type === "webextensiontaskpanes");
  const settings = relationshipsOf(parts, workbook).filter(({ type, target }) => {
    const part = type === "customXml" ? partNamed(parts, target) : undefined;
    return part && xmlText(part).includes(SETTINGS_NAMESPACE);
  });
  return withoutParts(
    parts,
    [...panes, ...settings].flatMap(({ target, external }) => (external ? [] : [target])),
  );
}
