/** How long the grid's list of functions lags behind what is typed. */
const LAG_MS = 300;
const LIST = "ul[data-u-comp='sheets-formula-editor']";

const again = ({ target, key, code, keyCode }: KeyboardEvent, as: { key: string; code: string; keyCode: number } = { key, code, keyCode }): void => {
  (target ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { ...as, bubbles: true, cancelable: true, composed: true }));
};

const ESCAPE = { key: "Escape", code: "Escape", keyCode: 27 };

/**
 * The grid's list of functions takes Enter and Tab also while it still shows what fitted an instant ago, and would put a function that nobody chose into
 * the formula. A key that comes before the list has caught up waits for it where a name is being typed; elsewhere it closes the list and then counts.
 */
export function keepSuggestionsFresh(page: Window = window): void {
  let typedAt = -Infinity;
  let last = "";
  page.addEventListener(
    "keydown",
    (event) => {
      // What is dispatched below.
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
        setTimeout(() => again(event), lag);
        return;
      }
      again(event, ESCAPE);
      setTimeout(() => again(event), 30);
    },
    { capture: true },
  );
}
