import { iconGroup, iconMap } from "@univerjs/sheets-conditional-formatting";
import { isIconSet } from "../../../workbook/xlsx/formats/rule-of";
import { GRID_TEXTS } from "../grid-texts";

/** Takes the role from an element for the mouse, and hides it from the keyboard and screen readers. */
export const hideFromKeys = (element: HTMLElement): void => void Object.assign(element, { role: null, ariaHidden: "true", tabIndex: -1 });

/** Makes this a button for the keyboard too, with a name. */
export function makeButton(element: HTMLElement, name?: string): void {
  element.role = "button";
  element.tabIndex = 0;
  if (name !== undefined) element.ariaLabel = name;
}

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
function mendFormatPanel(panel: HTMLElement): void {
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
function mendIconChoices(body: HTMLElement): void {
  body.querySelectorAll<HTMLElement>("div > a.univer-cursor-pointer:has(> img):not([role])").forEach((icons, i) => makeButton(icons, `Icons ${i + 1}`));
  for (const word of body.querySelectorAll("span.univer-ml-2")) if (word.textContent === "无单元格图标") word.textContent = "No icon";
}

/** The fields of the box for any colour, in its order. */
const COLOUR_FIELDS = ["Hex code", "Red", "Green", "Blue"];

/** The rows of the list of names: each goes to its cells, and has two links. */
function mendNames(list: HTMLElement): void {
  for (const row of list.querySelectorAll<HTMLElement>("div[title='']:not([role])")) {
    makeButton(row);
    const name = row.firstElementChild?.firstChild?.textContent ?? "name";
    row.parentElement?.querySelectorAll<HTMLElement>("a").forEach((link, i) => makeButton(link, `${i === 0 ? "Edit" : "Delete"} ${name}`));
  }
}

/** Mends roles and names in the panel beside the cells and in the dialogs over them. */
export function mendPanels(body: HTMLElement): void {
  const all = (selector: string): NodeListOf<HTMLElement> => body.querySelectorAll<HTMLElement>(selector);
  all("[data-u-comp='formula-bar'] div:has(> .univerjs-icon-dropdown-icon):not([role])").forEach((arrow) => makeButton(arrow, "Expand the formula bar"));
  // For the mouse: a value is missing, and keys do not move it.
  all("[data-u-comp='sidebar'] > [role='separator']").forEach(hideFromKeys);
  for (const field of all("[data-u-comp='input'] input[placeholder]:not([aria-label])")) field.ariaLabel = field.getAttribute("placeholder");
  for (const clear of all("[data-u-comp='input'] button:not([aria-label])")) clear.ariaLabel = "Clear";
  for (const functions of all("[data-u-comp='sheets-formula-functions-panel'] ul")) {
    Object.assign(functions, { role: "listbox", tabIndex: 0, ariaLabel: "Functions" });
    for (const option of functions.querySelectorAll("li"))
      Object.assign(option, { role: "option", ariaSelected: String(option.querySelector("svg") !== null) });
  }
  all("[data-u-comp='defined-name-container']").forEach(mendNames);
  all("[data-u-comp='sidebar']").forEach(mendFormatPanel);
  mendIconChoices(body);
  for (const format of all("[data-u-comp='sidebar'] li > a:not([role])")) {
    makeButton(format);
    // Formats of dates in Chinese.
    if (format.parentElement && /\p{Script=Han}/u.test(format.textContent)) format.parentElement.hidden = true;
  }
  for (const format of all("[data-u-comp='sidebar'] li > a")) format.ariaPressed = String(format.querySelector("svg") !== null);
  // Long panels of text only, such as the list of keys, scroll with the arrow keys.
  for (const text of all("[data-u-comp='sidebar'] section section:has(kbd):not([tabindex])")) text.tabIndex = 0;
  for (const dialog of all("[role='dialog']:has(h2:empty):not([aria-label])")) {
    const hasColours = dialog.querySelector("[data-u-comp='color-picker-spectrum']") !== null;
    dialog.removeAttribute("aria-labelledby");
    dialog.ariaLabel = hasColours ? "More colours" : "Question";
    if (hasColours) dialog.querySelectorAll("input").forEach((field, i) => (field.ariaLabel = COLOUR_FIELDS[i] ?? null));
  }
  // Beside the page's own, it would be a second one of the page.
  for (const footer of all("[role='dialog'] footer:not([role])")) footer.role = "group";
}

/** Removes the icon sets that Excel does not have from the choices for conditional formats. */
export function leaveOutIconSets(): void {
  for (const category of iconGroup) {
    category.group = category.group.filter(({ name }) => isIconSet(name));
    // Univer 0.25.1 has its words under another name.
    category.title = category.title.replace(/^sheet\.cf\./, "sheets-conditional-formatting-ui.");
  }
  for (const name of Object.keys(iconMap)) if (!isIconSet(name)) delete (iconMap as Record<string, unknown>)[name];
}
