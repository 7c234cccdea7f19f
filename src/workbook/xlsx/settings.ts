import { parsedJson } from "../../contract/json";
import { relatedParts, relationshipsOf } from "./package-parts";
import { elementsInText, localName, xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { withoutParts, withPart, withText } from "./edit-package";
import { cellText, type Edit, edited, escapeCellText, escapeXml, withAttribute } from "./xml-edits";
import { SETTINGS_NAMESPACE } from "./settings-namespace";

/** Writes the settings as a custom XML part. */
export const settingsXml = (settings: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<settings xmlns="${SETTINGS_NAMESPACE}">${Object.entries(settings)
    .map(([name, text]) => `<setting name="${escapeCellText(name)}" xml:space="preserve">${escapeCellText(text)}</setting>`)
    .join("")}</settings>`;

/** What a file says of the part with the settings, in a part of its own. */
const SETTINGS_PROPERTIES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<ds:datastoreItem ds:itemID="{6F1B2C53-8B0E-4B6C-9D3A-5E7A4C2D9F10}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"><ds:schemaRefs><ds:schemaRef ds:uri="${SETTINGS_NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>`;

/** Reads the settings of a custom XML part; undefined for another program's part. */
export function readSettings(xml: string): Record<string, string> | undefined {
  if (!xml.includes(SETTINGS_NAMESPACE)) return undefined;
  const stored = elementsInText(xml, "of our settings", (name) => name === "setting");
  // Object.fromEntries also keeps a setting named __proto__.
  return Object.fromEntries(stored.flatMap(({ attributes: { name }, text }) => (name === undefined ? [] : [[cellText(name), cellText(text)]])));
}

/** What the names of the add-in's settings begin with. A book may have the properties of other add-ins. */
const OURS = "service.";

/** Excel stores each setting of an add-in as JSON. The add-in's own are texts. */
function settingText(json: string): string {
  const value = parsedJson(json);
  // What another program wrote stays: a damaged setting is not a missing one.
  return typeof value === "string" ? value : json;
}

/** The settings that the add-in saved in Excel. They are in the properties of its task pane. */
function savedInExcel(parts: Parts): [name: string, text: string][] {
  const found: [string, string][] = [];
  for (const panes of relatedParts(parts, "", "webextensiontaskpanes"))
    for (const { name: part, bytes } of relatedParts(parts, panes.name, "webextension")) {
      const xml = xmlText(bytes);
      // A damaged part of another add-in is no reason to refuse the book.
      if (!xml.includes(OURS)) continue;
      for (const { attributes } of elementsInText(xml, part, (name) => name === "property")) {
        const { name, value } = attributes;
        if (name?.startsWith(OURS) && value !== undefined) found.push([name, settingText(value)]);
      }
    }
  return found;
}

/** The add-in's settings in a file: those of our own custom XML part, and those that Excel saved, which are newer. `workbook` is the workbook's part. */
export function settingsIn(parts: Parts, workbook: string): Readonly<Record<string, string>> {
  const own = relatedParts(parts, workbook, "customXml").flatMap(({ bytes }) => Object.entries(readSettings(xmlText(bytes)) ?? {}));
  // Object.fromEntries also keeps a setting named __proto__.
  return Object.fromEntries([...own, ...savedInExcel(parts)]);
}

/** Writes the add-in's settings into their part, and into the properties in which Excel saved them. */
export function withSettings(before: Parts, workbook: string, settings: Readonly<Record<string, string>>): Parts {
  let parts = before;
  const own = relatedParts(parts, workbook, "customXml").find(({ bytes }) => readSettings(xmlText(bytes)) !== undefined);
  const xml = settingsXml(settings);
  if (own) parts = withText(parts, own.name, () => xml);
  else {
    const added = withPart(parts, workbook, "customXml", xml);
    parts = withPart(added.parts, workbook, "customXmlProps", SETTINGS_PROPERTIES, added.part).parts;
  }
  for (const name of parts.keys()) {
    if (!/webextension[^/]*\.xml$/i.test(name)) continue;
    parts = withText(parts, name, (text) => {
      const properties = elementsInText(text, name, (element) => localName(element) === "property");
      const edits = properties.flatMap(({ start, end, tag, attributes: a }): Edit[] => {
        const setting = a["name"] ?? "";
        if (!setting.startsWith(OURS)) return [];
        const value = settings[setting];
        if (value === undefined) return [{ start, end, text: "" }];
        const is = JSON.stringify(value);
        return is === a["value"] ? [] : [{ ...tag, text: withAttribute(text.slice(tag.start, tag.end), "value", escapeXml(is)) }];
      });
      return edited(text, edits);
    });
  }
  return parts;
}

/** Removes the panes of add-ins, which Excel would offer to load, with their settings and lists of functions, and this add-in's own settings. Other parts stay. */
export function withoutAddIn(parts: Parts, workbook: string): Parts {
  const panes = relationshipsOf(parts, "").flatMap(({ type, target, external }) => (type === "webextensiontaskpanes" && !external ? [target] : []));
  const settings = relatedParts(parts, workbook, "customXml").flatMap(({ name, bytes }) => (xmlText(bytes).includes(SETTINGS_NAMESPACE) ? [name] : []));
  return withoutParts(parts, [...panes, ...settings]);
}
