import { GRID_TEXTS } from "./grid-texts";
import { makeButton } from "./make-button";

/** The pictures of the buttons of the panel for conditional formats, and what the buttons do. */
const BUTTONS: Readonly<Record<string, string>> = {
  bold: "Bold",
  italic: "Italic",
  underline: "Underline",
  strikethrough: "Strikethrough",
  "font-color-double": "Font colour",
  "paint-bucket-double": "Fill colour",
  increase: "New rule",
  delete: "Delete",
};

/** Mends roles, names and words of the panel for conditional formats, whose controls are pictures for the mouse. */
export function mendFormatPanel(panel: HTMLElement): void {
  if (!panel.textContent.startsWith(GRID_TEXTS["sheets-conditional-formatting-ui"].title)) return;
  for (const [picture, name] of Object.entries(BUTTONS))
    for (const svg of panel.querySelectorAll(`.univerjs-icon-${picture}-icon`)) {
      const button = svg.parentElement;
      if (button && !button.matches("[role], button")) makeButton(button, name);
    }
  for (const rule of panel.querySelectorAll<HTMLElement>(".univer-group:has(.univerjs-icon-sequence-icon):not([role])")) makeButton(rule);
  for (const field of panel.querySelectorAll<HTMLInputElement>("input:not([aria-label], [placeholder], [id])")) field.ariaLabel = "Value";
}

/** Names the icons to choose from, and puts a word that Univer 0.25.1 has in Chinese only into English. */
export function mendIconChoices(body: HTMLElement): void {
  body.querySelectorAll<HTMLElement>("div > a.univer-cursor-pointer:has(> img):not([role])").forEach((icons, i) => makeButton(icons, `Icons ${i + 1}`));
  for (const word of body.querySelectorAll("span.univer-ml-2")) if (word.textContent === "无单元格图标") word.textContent = "No icon";
}
