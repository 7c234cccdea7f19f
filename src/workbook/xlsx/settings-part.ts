import { readXml } from "./read-xml";
import { escapeCellText, cellText } from "./xml-text";

/** Names our part among a file's custom XML parts, which Excel keeps as they are. */
export const SETTINGS_NAMESPACE = "urn:service-addin:workbook-settings";

/** Our small texts as a custom XML part. */
export const settingsXml = (settings: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<settings xmlns="${SETTINGS_NAMESPACE}">${Object.entries(settings)
    .map(([name, text]) => `<setting name="${escapeCellText(name)}" xml:space="preserve">${escapeCellText(text)}</setting>`)
    .join("")}</settings>`;

/** The small texts of a custom XML part; undefined where the part is somebody else's. */
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
