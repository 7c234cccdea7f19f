import { type Injector, LocaleService } from "@univerjs/core";
import { IMenuManagerService, type IMenuSchema, MenuManagerPosition } from "@univerjs/preset-sheets-core";
import { onceUntil } from "../once-until";
import { mendGridControls } from "./mend-grid-controls";

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
