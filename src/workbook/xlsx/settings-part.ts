import { readXml } from "./read-xml";
import { SETTINGS_NAMESPACE } from "./settings-namespace";
import { escapeCellText, cellText } from "./xml-text";

/** Writes the settings as a custom XML part. */
export const settingsXml = (settings: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<settings xmlns="${SETTINGS_NAMESPACE}">${Object.entries(settings)
    .map(([name, text]) => `<setting name="${escapeCellText(name)}" xml:space="preserve">${escapeCellText(text)}</setting>`)
    .join("")}</settings>`;

/** What a file says of the part with the settings, in a part of its own. */
export const SETTINGS_PROPERTIES_TYPE = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml";
export const SETTINGS_PROPERTIES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<ds:datastoreItem ds:itemID="{6F1B2C53-8B0E-4B6C-9D3A-5E7A4C2D9F10}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"><ds:schemaRefs><ds:schemaRef ds:uri="${SETTINGS_NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>`;

/** Reads the settings of a custom XML part; undefined for another program's part. */
export function readSettings(xml: string): Record<string, string> | undefined {
  if (!xml.includes(SETTINGS_NAMESPACE)) return undefined;
  const settings: Record<string, string> = {};
  let name: string | undefined;
  readXml(xml, "of our settings", {
    open: (element, a) => {
      name = element === "setting" && a["name"] !== undefined ? cellText(a["name"]) : undefined;
      if (name !== undefined) Object.defineProperty(settings, name, { value: "", enumerable: true, writable: true, configurable: true });
    },
    text: (text) => {
      if (name !== undefined) settings[name] += text;
    },
    close: () => {
      if (name !== undefined) settings[name] = cellText(settings[name]!);
      name = undefined;
    },
  });
  return settings;
}
