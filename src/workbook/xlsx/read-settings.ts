import { partNamed, relationshipsOf } from "./package-parts";
import { readXml, xmlText } from "./read-xml";
import { readSettings } from "./settings-part";
import type { Parts } from "./unpack";

/** What the names of the add-in's settings begin with. A book may have the properties of other add-ins. */
const OURS = "service.";

/** Excel stores each setting of an add-in as JSON. The add-in's own are texts. */
function settingText(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : json;
  } catch {
    // Written by another program: a damaged setting is not a missing one.
    return json;
  }
}

/** The settings that the add-in saved in Excel. They are in the properties of its task pane. */
function savedInExcel(parts: Parts): [name: string, text: string][] {
  const targets = (part: string, kind: string): string[] =>
    relationshipsOf(parts, part).flatMap(({ type, target, external }) => (type === kind && !external && partNamed(parts, target) ? [target] : []));
  const found: [string, string][] = [];
  for (const panes of targets("", "webextensiontaskpanes"))
    for (const part of targets(panes, "webextension")) {
      const xml = xmlText(partNamed(parts, part)!);
      // A damaged part of another add-in is no reason to refuse the book.
      if (!xml.includes(OURS)) continue;
      readXml(xml, part, {
        open: (element, { name, value }) => {
          if (element === "property" && name?.startsWith(OURS) && value !== undefined) found.push([name, settingText(value)]);
        },
      });
    }
  return found;
}

/** The add-in's settings in a file: those of our own custom XML part, and those that Excel saved, which are newer. `workbook` is the workbook's part. */
export function settingsIn(parts: Parts, workbook: string): Readonly<Record<string, string>> {
  const own = relationshipsOf(parts, workbook).flatMap(({ type, target }) => {
    const part = type === "customXml" ? partNamed(parts, target) : undefined;
    return part ? Object.entries(readSettings(xmlText(part)) ?? {}) : [];
  });
  // Object.fromEntries also keeps a setting named __proto__.
  return Object.fromEntries([...own, ...savedInExcel(parts)]);
}
