import { useEffect } from "preact/hooks";

/** What starts an action when it is pressed or chosen. */
const CONTROLS = "button, a, [role=option], select, input:is([type=checkbox], [type=radio], [type=file])";

/** Fields that act while they are typed in. */
const SEARCHES = "[type=search], [role=combobox]";

/** Widgets whose keys start an action without a click. */
const KEYS: readonly (readonly [widget: string, keys: readonly string[]])[] = [
  ["[role=tab]", ["ArrowLeft", "ArrowRight", "Home", "End"]],
  ["[role=combobox], [role=listbox], [role=grid]", ["Enter", " "]],
];

const isAction = (event: Event): boolean => {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (event.type === "submit" || event.type === "drop") return true;
  if (event.type === "input") return target.matches(SEARCHES);
  if (event instanceof KeyboardEvent) return KEYS.some(([widget, keys]) => keys.includes(event.key) && target.matches(widget));
  return target.closest(CONTROLS) !== null;
};

/** Calls the listener at once when the user starts an action on the page: a press, a choice, a search, a form that is sent, a dropped file, a key in a list. */
export function useUserActions(listener: () => void): void {
  useEffect(() => {
    const heard = (event: Event): void => {
      if (isAction(event)) listener();
    };
    const events = ["click", "change", "submit", "drop", "input", "keydown"];
    for (const event of events) document.addEventListener(event, heard, true);
    return () => {
      for (const event of events) document.removeEventListener(event, heard, true);
    };
  }, [listener]);
}
