import { withContents, withPart } from "../edit-package";
import { partNamed, relationshipsOf } from "../package-parts";
import { readXml, xmlText } from "../read-xml";
import { readSettings, SETTINGS_PROPERTIES, SETTINGS_PROPERTIES_TYPE, settingsXml } from "../settings-part";
import type { Parts } from "../unpack";
import { edited, withAttribute, type Edit } from "../xml-edits";
import { escapeXml } from "../xml-text";

/** Writes the add-in's settings into their part, and into the properties in which Excel saved them. */
export function withSettings(before: Parts, workbook: string, settings: Readonly<Record<string, string>>): Parts {
  let parts = before;
  const own = relationshipsOf(parts, workbook).find(({ type, target }) => {
    const part = type === "customXml" ? partNamed(parts, target) : undefined;
    return part && readSettings(xmlText(part)) !== undefined;
  });
  const xml = settingsXml(settings);
  if (own) parts = withContents(parts, new Map([[own.target, xml]]));
  else {
    const added = withPart(parts, workbook, { name: "/customXml/item1.xml", xml, contentType: "application/xml", type: "customXml" });
    const properties = { name: "/customXml/itemProps1.xml", xml: SETTINGS_PROPERTIES, contentType: SETTINGS_PROPERTIES_TYPE, type: "customXmlProps" };
    parts = withPart(added.parts, workbook, properties, added.part).parts;
  }
  const changed = new Map<string, string>();
  for (const [name, bytes] of parts) {
    if (!/webextension[^/]*\.xml$/i.test(name)) continue;
    const text = xmlText(bytes);
    const edits: Edit[] = [];
    readXml(text, name, {
      open: (element, a, start, end) => {
        const setting = a["name"] ?? "";
        if (!/(?:^|:)property$/.test(element) || !setting.startsWith("service.")) return;
        const value = settings[setting];
        const tag = text.slice(start, end);
        const is = value === undefined ? undefined : JSON.stringify(value);
        if (is === undefined) edits.push({ start, end: tag.endsWith("/>") ? end : text.indexOf(">", text.indexOf("</", end)) + 1, text: "" });
        else if (is !== a["value"]) edits.push({ start, end, text: withAttribute(tag, "value", escapeXml(is)) });
      },
    });
    if (edits.length > 0) changed.set(name, edited(text, edits));
  }
  return changed.size > 0 ? withContents(parts, changed) : parts;
}
