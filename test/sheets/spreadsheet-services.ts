import { createScriptApp, type TriggerState } from "./script-app";
import { createSpreadsheet, type Execution, type SpreadsheetOptions, type SpreadsheetState } from "./spreadsheet";

/** A fake of Google's HtmlService over the project's files, by their names without `.html`. */
function createHtmlService(files: Readonly<Record<string, string>>) {
  const output = (content: string) => {
    let title = "";
    const it = {
      setTitle: (text: string) => ((title = text), it),
      getTitle: () => title,
      getContent: () => content,
    };
    return it;
  };
  return {
    createHtmlOutput: (html: string) => output(html),
    createHtmlOutputFromFile: (name: string) => {
      const content = files[name];
      if (content === undefined) throw new Error(`No HTML file named ${name} was found.`);
      return output(content);
    },
  };
}

/** A spreadsheet and its script's data, as plain data. */
export interface BookOptions extends SpreadsheetOptions {
  readonly triggers?: readonly TriggerState[];
  /** The project's HTML files, by their names without `.html`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Google refuses to create triggers, as it does without the user's permission. */
  readonly refusesTriggers?: boolean;
}

export type BookState = SpreadsheetState & Required<BookOptions>;

interface SpreadsheetServices {
  readonly globals: {
    readonly SpreadsheetApp: ReturnType<typeof createSpreadsheet>["SpreadsheetApp"];
    readonly Charts: { readonly ChartType: { readonly LINE: "LINE" } };
    readonly ScriptApp: ReturnType<typeof createScriptApp>["ScriptApp"];
    readonly HtmlService: ReturnType<typeof createHtmlService>;
  };
  readonly state: () => BookState;
  readonly loading: ReturnType<typeof createSpreadsheet>["loading"];
  readonly calculate: ReturnType<typeof createSpreadsheet>["calculate"];
}

/** SpreadsheetApp, ScriptApp and HtmlService of one execution, and the spreadsheet's state afterwards. */
export function createSpreadsheetServices(options: BookOptions, execution: Execution = {}): SpreadsheetServices {
  const { triggers = [], files = { sidebar: "<main></main>" }, refusesTriggers = false } = options;
  const book = createSpreadsheet(options, execution);
  const { kind = "menu", user = options.owner ?? "owner@example.com" } = execution;
  const script = createScriptApp({ triggers, kind, user, refuses: refusesTriggers });
  return {
    globals: {
      SpreadsheetApp: book.SpreadsheetApp,
      Charts: { ChartType: { LINE: "LINE" } },
      ScriptApp: script.ScriptApp,
      HtmlService: createHtmlService(files),
    },
    state: (): BookState => ({ ...book.state(), ...script.state(), files, refusesTriggers }),
    loading: book.loading,
    calculate: book.calculate,
  };
}
