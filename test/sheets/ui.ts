import type { Kind } from "./calls";

/** What a user saw of one execution of a script, as plain data. */
export interface UiState {
  readonly toasts: readonly { readonly message: string; readonly title: string }[];
  readonly alerts: readonly string[];
  /** The message of each prompt. */
  readonly prompts: readonly string[];
  /** Each menu with its items; `function` is empty for a separator. */
  readonly menus: readonly { readonly title: string; readonly items: readonly { readonly caption: string; readonly function: string }[] }[];
  readonly sidebars: readonly { readonly title: string; readonly content: string }[];
}

interface Menu {
  addItem(caption: string, functionName: string): Menu;
  addSeparator(): Menu;
  addToUi(): void;
}

export interface Ui {
  readonly ButtonSet: { readonly OK: string; readonly OK_CANCEL: string };
  readonly Button: { readonly OK: string; readonly CANCEL: string };
  createMenu(title: string): Menu;
  /** `alert(message)` or `alert(title, message, buttons)`. */
  alert(first: string, second?: string): void;
  /** Google returns the text whichever button closes the dialog. */
  prompt(title: string, message: string, buttons: string): { getSelectedButton(): string; getResponseText(): string };
  showSidebar(output: { getTitle(): string; getContent(): string }): void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/**
 * What a script shows. A custom function may show nothing, and a trigger has no viewer.
 * @param typed what the user enters in a prompt; undefined presses Cancel
 */
export function createUi(kind: Kind, typed?: string) {
  const shown: Mutable<UiState> = { toasts: [], alerts: [], prompts: [], menus: [], sidebars: [] };
  const createMenu = (title: string): Menu => {
    const items: { caption: string; function: string }[] = [];
    const menu: Menu = {
      addItem: (caption, functionName) => {
        items.push({ caption, function: functionName });
        return menu;
      },
      addSeparator: () => {
        items.push({ caption: "", function: "" });
        return menu;
      },
      addToUi: () => void shown.menus.push({ title, items: [...items] }),
    };
    return menu;
  };
  return {
    toast: (message: string, title: string): void => {
      if (kind === "custom") throw new Error("You do not have permission to call toast");
      shown.toasts.push({ message, title });
    },
    getUi: (): Ui => {
      if (kind === "custom" || kind === "trigger") throw new Error("Cannot call SpreadsheetApp.getUi() from this context.");
      return {
        ButtonSet: { OK: "OK", OK_CANCEL: "OK_CANCEL" },
        Button: { OK: "OK", CANCEL: "CANCEL" },
        createMenu,
        alert: (first, second) => void shown.alerts.push(second ?? first),
        prompt: (_title, message) => {
          if (kind === "simple") throw new Error("You do not have permission to call Ui.prompt.");
          shown.prompts.push(message);
          return { getSelectedButton: () => (typed === undefined ? "CANCEL" : "OK"), getResponseText: () => typed ?? "" };
        },
        showSidebar: (output) => {
          if (kind === "simple") throw new Error("You do not have permission to call Ui.showSidebar.");
          shown.sidebars.push({ title: output.getTitle(), content: output.getContent() });
        },
      };
    },
    state: (): UiState => JSON.parse(JSON.stringify(shown)) as UiState,
  };
}
