import { createSpreadsheetServices, type BookState } from "../spreadsheet-services";
import { ask, setup } from "./outside";
import { hasScope, needScope } from "./scopes";

const TRIGGERS = "https://www.googleapis.com/auth/script.scriptapp";
const SIDEBAR = "https://www.googleapis.com/auth/script.container.ui";

/** The services over the one spreadsheet, made from plain data, and what becomes of it. */
interface SpreadsheetServices {
  readonly globals: Readonly<Record<string, object>>;
  /** Whether so much was changed that the test lets the script die. */
  died(): boolean;
  state(): BookState;
}

export function spreadsheetServices(): SpreadsheetServices {
  const { kind, user, book, dieAfter, flushMs } = setup;
  const refusesTriggers = book.refusesTriggers || !hasScope(TRIGGERS);
  const { globals, state } = createSpreadsheetServices({ ...book, refusesTriggers }, { kind, user, Date, ...(dieAfter === undefined ? {} : { dieAfter }) });
  const { SpreadsheetApp } = globals;
  const flush = (): void => {
    ask("spend", flushMs);
    SpreadsheetApp.flush();
  };
  const getUi = () => {
    const ui = SpreadsheetApp.getUi();
    const showSidebar: typeof ui.showSidebar = (output) => {
      needScope(SIDEBAR, "Ui.showSidebar");
      ui.showSidebar(output);
    };
    return { ...ui, showSidebar };
  };
  return {
    globals: { ...globals, SpreadsheetApp: { ...SpreadsheetApp, flush, getUi } },
    died: () => dieAfter !== undefined && state().changes.length >= dieAfter,
    state,
  };
}
