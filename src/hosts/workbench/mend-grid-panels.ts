import { makeButton } from "./make-button";
import { mendFormatPanel, mendIconChoices } from "./mend-format-panel";

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
  for (const edge of all("[data-u-comp='sidebar'] > [role='separator']")) {
    edge.removeAttribute("role");
    edge.ariaHidden = "true";
    edge.tabIndex = -1;
  }
  for (const field of all("[data-u-comp='input'] input[placeholder]:not([aria-label])")) field.ariaLabel = field.getAttribute("placeholder");
  for (const clear of all("[data-u-comp='input'] button:not([aria-label])")) clear.ariaLabel = "Clear";
  for (const functions of all("[data-u-comp='sheets-formula-functions-panel'] ul")) {
    functions.role = "listbox";
    functions.tabIndex = 0;
    functions.ariaLabel = "Functions";
    for (const option of functions.querySelectorAll("li")) {
      option.role = "option";
      option.ariaSelected = String(option.querySelector("svg") !== null);
    }
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
