/** Delay of the grid's list of functions behind typing. */
const LAG_MS = 300;
const LIST = "ul[data-u-comp='sheets-formula-editor']";

const redispatch = ({ target, key, code, keyCode }: KeyboardEvent, as: { key: string; code: string; keyCode: number } = { key, code, keyCode }): void => {
  (target ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { ...as, bubbles: true, cancelable: true, composed: true }));
};

const ESCAPE = { key: "Escape", code: "Escape", keyCode: 27 };

/**
 * Delays Enter and Tab until the grid's list of functions is up to date. The list accepts these keys while it still shows outdated entries, and would insert a
 * function that the user did not choose. While a name is typed, the key waits; otherwise it closes the list first.
 */
export function keepSuggestionsFresh(page: Window = window): void {
  let typedAt = -Infinity;
  let last = "";
  page.addEventListener(
    "keydown",
    (event) => {
      // Ignores the events dispatched below.
      if (!event.isTrusted) return;
      if (event.key.length === 1 || event.key === "Backspace") {
        typedAt = event.timeStamp;
        last = event.key;
        return;
      }
      const lag = LAG_MS + 50 - (event.timeStamp - typedAt);
      if ((event.key !== "Enter" && event.key !== "Tab") || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      if (lag <= 0 || !page.document.querySelector(LIST)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (/[\p{L}\d_.]/u.test(last)) {
        setTimeout(() => redispatch(event), lag);
        return;
      }
      redispatch(event, ESCAPE);
      setTimeout(() => redispatch(event), 30);
    },
    { capture: true },
  );
}
