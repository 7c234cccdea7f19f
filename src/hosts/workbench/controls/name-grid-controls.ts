import { type Injector, LocaleService } from "@univerjs/core";
import { IMenuManagerService, type IMenuSchema, MenuManagerPosition } from "@univerjs/preset-sheets-core";
import { onceUntil } from "../once-until";
import { takeKeys } from "../keys/take-keys";
import { hideFromKeys, makeButton, mendPanels } from "./mend-grid-panels";

/** Univer opens lists and boxes from these with the mouse only. */
const OPENERS = ":is(div, a)[aria-haspopup]:not([role])";

/** A button, or a box around a field or a button of its own, which Tab reaches. All get the focus back when the list closes. */
function mendOpener(opener: HTMLElement): void {
  const own = opener.querySelector("input, button");
  opener.role = own === null ? "button" : own.matches("input") ? "combobox" : "application";
  opener.tabIndex = own === null ? 0 : -1;
}

/** The border box's buttons, in its order. */
const BORDERS = [
  ...["Top border", "Bottom border", "Left border", "Right border", "No border", "All borders", "Outside borders", "Inside borders"],
  ...["Inside horizontal borders", "Inside vertical borders", "Diagonal down", "Two lines from the top left", "Three lines from the top left"],
  ...["Diagonal up", "Two lines from the top right"],
];

/** What is pressed in a box: in the list of number formats, rows of a name and an example. */
const BOX_ITEMS = ":is(a, li, div.univer-cursor-pointer, div.univer-cursor-default:has(> span)):not([role])";

/** Makes what is pressed in a box a button for the keyboard too, with a name. */
function mendBox(box: HTMLElement): void {
  for (const item of box.querySelectorAll<HTMLElement>(BOX_ITEMS)) {
    // Within an opener, which is the button.
    if (item.closest("[aria-haspopup]")) continue;
    makeButton(item);
    if (item.parentElement instanceof HTMLUListElement) item.parentElement.role = "group";
  }
  const borders = box.querySelectorAll<HTMLElement>("a[role='button']:empty, a[role='button']:has(> svg:only-child)");
  if (borders.length === BORDERS.length) borders.forEach((border, i) => (border.ariaLabel = BORDERS[i] ?? null));
  box.querySelectorAll<HTMLElement>("li[role='button']:not(:has(div)):not([aria-label])").forEach((line, i) => (line.ariaLabel = `Line ${i + 1}`));
  box
    .querySelectorAll<HTMLElement>("button[aria-haspopup]:not([aria-label])")
    .forEach((opener, i) => (opener.ariaLabel = i === 0 ? "Colour of the border" : "Line of the border"));
}

/** Mends roles, names and the Tab order of what Univer 0.25.1 has drawn. Call it again when it has drawn more. */
function mendGridControls(body: HTMLElement): void {
  const all = (selector: string): NodeListOf<HTMLElement> => body.querySelectorAll<HTMLElement>(selector);
  all(OPENERS).forEach(mendOpener);
  all("button[style*='background-color']:empty:not([aria-label])").forEach((colour) => (colour.ariaLabel = `Colour ${colour.style.backgroundColor}`));
  // The commands of a list of colours are after them; the first entry of the list holds all colours.
  for (const colours of all("[role='menuitem']:has([data-u-comp='color-picker-presets'])")) colours.ariaLabel = "Colours";
  for (const more of all("[data-u-comp='color-picker'] a:not([role])")) Object.assign(more, { role: "button", tabIndex: -1 });
  for (const box of all("[role='dialog'][id]:not([aria-label], [aria-labelledby])"))
    box.ariaLabel = body.querySelector(`[aria-controls='${CSS.escape(box.id)}']`)?.ariaLabel ?? "Choices";
  all("[data-slot='popover-content']").forEach(mendBox);
  for (const field of all(".univer-popup button input:not([aria-label])"))
    field.ariaLabel = [...(field.closest("button")?.querySelectorAll("span") ?? [])].map((words) => words.textContent).join(" ");
  mendPanels(body);
  // The zoom's rail and handle have roles that do not exist. They are for the mouse; the buttons beside them are for the keyboard.
  for (const rail of all("[role='track']")) {
    rail.dataset.uComp = "zoom-rail";
    rail.removeAttribute("role");
  }
  all("[role='handle']").forEach(hideFromKeys);
  all("canvas[tabindex='1']").forEach((canvas) => (canvas.tabIndex = -1));
  // Both of Univer's have one name.
  all("section[aria-label^='Notifications']").forEach((section, i) => i > 0 && (section.ariaLabel = `More notifications ${i}`));
}

/** Controls that Univer takes the focus from as soon as they have it. */
const GIVES_BACK = ":is([data-u-comp='button'], [data-u-comp='sheet-bar-append-button'])";

/** Lets Tab stop at the buttons below the grid. Call it before the grid is created: listeners of a window run in the order in which they were added. */
export function keepTabFocus(): void {
  let byTab = false;
  window.addEventListener("keydown", (e) => (byTab = e.key === "Tab"), true);
  window.addEventListener("pointerdown", () => (byTab = false), true);
  window.addEventListener("focusin", (e) => byTab && e.target instanceof Element && e.target.matches(GIVES_BACK) && e.stopImmediatePropagation());
}

/** What Enter and the space bar press: Univer made it for the mouse. */
const PRESSED =
  "[role='button']:not(button):is([aria-haspopup='dialog'], [data-slot='popover-content'] *, [data-slot='dropdown-menu-content'] *, [data-u-comp='sidebar'] *:not([aria-haspopup]), [data-u-comp='formula-bar'] *)";
/** The panel beside the cells. */
const SIDEBAR = "[data-u-comp='sidebar']";
/** Frames until a box is drawn, on a slow machine. After that the focus stays on the opener. */
const MOST_FRAMES = 600;

const boxOf = (opener: HTMLElement): HTMLElement | null => document.getElementById(opener.getAttribute("aria-controls") ?? "");

/** Focuses the first control of an opener's box, once it is drawn and mended, and so named. */
function enterBox(opener: HTMLElement, frames = MOST_FRAMES): void {
  const box = boxOf(opener);
  const first = box?.matches("[aria-label], [aria-labelledby]") && box.querySelector<HTMLElement>("[role='button'][tabindex='0'], button:enabled");
  if (first) first.focus();
  else if (frames > 0) requestAnimationFrame(() => enterBox(opener, frames - 1));
}

/**
 * Presses what Univer made for the mouse with Enter and the space bar, as buttons are. The first control of an opened box gets the focus. Escape closes the panel. In a list of colours, Tab goes
 * from one to the next, because the arrow keys reach only its commands.
 */
export function followOpenerKeys(): void {
  takeKeys((e) => {
    if (!(e.target instanceof HTMLElement)) return false;
    const { target } = e;
    const list = target.closest("[data-slot='dropdown-menu-content']");
    const opensBox = target.matches("[data-slot='popover-trigger']") && target.ariaExpanded === "false";
    const presses = e.key === "Enter" || e.key === " ";
    if (presses && opensBox) {
      target.click();
      enterBox(target);
    } else if (presses && target.matches(PRESSED)) target.click();
    else if (presses && target.matches("[role='menuitem']:has(button)")) target.querySelector("button")?.focus();
    else if (e.key === "Escape" && target.ariaExpanded !== "true" && target.closest(SIDEBAR) && !target.closest("[role='dialog']"))
      document.querySelector<HTMLElement>(`${SIDEBAR} header button`)?.click();
    else if (e.key === "ArrowDown" && target.ariaExpanded === "true" && boxOf(target)) enterBox(target);
    else if (e.key === "Tab" && list?.querySelector("button")) {
      const stops = [...list.querySelectorAll<HTMLElement>("button, [role='button'], [role='menuitem']")];
      stops.at((stops.indexOf(target) + (e.shiftKey ? -1 : 1)) % stops.length)?.focus();
    } else {
      // The button's own, not a key of the grid.
      if (presses && target.matches("[data-slot='dropdown-menu-content'] button")) e.stopImmediatePropagation();
      return false;
    }
    return true;
  });
}

/** Controls of the grid that no menu describes. */
const OTHERS: readonly (readonly [selector: string, name: string])[] = [
  ["[data-u-comp='defined-name'] input", "Name box"],
  ["[data-u-comp='defined-name'] [data-slot='popover-trigger']", "Names of this workbook"],
  ["[data-u-comp='formula-bar'] button", "Stop calculating"],
  ["[data-u-comp='sheet-bar-append-button']:not([data-slot] *)", "New sheet"],
  ["[data-slot='dropdown-menu-trigger'] [data-u-comp='sheet-bar-append-button']", "All sheets"],
  ["button[data-u-comp='button']:has(+ div [data-u-comp='zoom-rail'])", "Zoom out"],
  ["div:has([data-u-comp='zoom-rail']) + button[data-u-comp='button']", "Zoom in"],
  ["[data-u-comp='sheets-filter-panel-values-item-inner'] input", "Select all"],
  ["[data-u-comp='zoom-rail'] a[role='button']", "Zoom to 100 %"],
];

/** What each command of the toolbar does, by its id, in Univer's own words. */
function commandNames(injector: Injector): ReadonlyMap<string, string> {
  const locale = injector.get(LocaleService);
  const names = new Map<string, string>();
  const read = ({ item, children = [] }: IMenuSchema): void => {
    const words = item && (item.tooltip ?? item.title);
    if (item && words) names.set(item.commandId ?? item.id, locale.t(words)).set(item.id, locale.t(words));
    children.forEach(read);
  };
  const menus = injector.get(IMenuManagerService);
  for (const position of [MenuManagerPosition.RIBBON, MenuManagerPosition.CONTEXT_MENU]) menus.getMenuByPositionKey(position).forEach(read);
  return names;
}

/** Names the buttons and fields of Univer's toolbar and bars, which have pictures only, for screen readers; also those that it draws later, in lists and boxes too. */
export function nameGridControls(injector: Injector): void {
  const { body } = document;
  let names: ReadonlyMap<string, string> = new Map();
  /** Commands that were looked for: not all have a name. */
  const known = new Set<string>();
  const name = (): void => {
    mendGridControls(body);
    const unnamed = body.querySelectorAll("[data-u-command]:not([aria-label])");
    // Univer's plugins add their commands one after another.
    const added = [...unnamed].map((control) => control.getAttribute("data-u-command") ?? "").filter((id) => !known.has(id));
    if (added.length > 0) names = commandNames(injector);
    for (const id of added) known.add(id);
    for (const control of unnamed) {
      const words = names.get(control.getAttribute("data-u-command") ?? "");
      if (!words) continue;
      const field = control.querySelector("input");
      if (field) field.ariaLabel = words;
      // A visible text is the name.
      if (control.matches("button, [role]") && control.textContent.trim() === "") control.ariaLabel = words;
      const openers = [...control.querySelectorAll("[role='button'][aria-haspopup]"), control.closest("[role='button'][data-slot='popover-trigger']")];
      for (const opener of openers) if (opener) opener.ariaLabel = `${words}: choices`;
    }
    for (const [selector, words] of OTHERS)
      for (const control of body.querySelectorAll<HTMLElement>(`:is(${selector}):not([aria-label])`)) control.ariaLabel = words;
  };
  const plan = onceUntil(requestAnimationFrame, name);
  new MutationObserver(plan).observe(body, { childList: true, subtree: true });
  plan();
}
