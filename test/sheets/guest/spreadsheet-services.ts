import { createSpreadsheetServices, type BookState } from "../spreadsheet-services";
import { ask, onCalculated, setup } from "./outside";
import { hasScope, needScope } from "./scopes";

const TRIGGERS = "https://www.googleapis.com/auth/script.scriptapp";
const DIALOGS = "https://www.googleapis.com/auth/script.container.ui";

/** The services over one spreadsheet, created from plain data, and its state afterwards. */
interface SpreadsheetServices {
  readonly globals: Readonly<Record<string, object>>;
  /** Whether the script has made the number of changes after which the test terminates it. */
  died(): boolean;
  state(): BookState;
}

export function spreadsheetServices(): SpreadsheetServices {
  const { book, dieAfter, flushMs } = setup;
  const refusesTriggers = book.refusesTriggers || !hasScope(TRIGGERS);
  const { globals, state, loading, calculate } = createSpreadsheetServices({ ...book, refusesTriggers }, { ...setup, Date });
  onCalculated(calculate);
  const { SpreadsheetApp } = globals;
  const flush = (): void => {
    ask("spend", flushMs, loading());
    SpreadsheetApp.flush();
  };
  const getUi = () => {
    const ui = SpreadsheetApp.getUi();
    const showSidebar: typeof ui.showSidebar = (output) => {
      needScope(DIALOGS, "Ui.showSidebar");
      ui.showSidebar(output);
    };
    const prompt: typeof ui.prompt = (...args) => {
      needScope(DIALOGS, "Ui.prompt");
      return ui.prompt(...args);
    };
    return { ...ui, showSidebar, prompt };
  };
  return {
    globals: { ...globals, SpreadsheetApp: { ...SpreadsheetApp, flush, getUi } },
    died: () => dieAfter !== undefined && state().changes.length >= dieAfter,
    state,
  };
}
