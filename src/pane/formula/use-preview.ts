import { useEffect, useState } from "preact/hooks";
import type { Outcome } from "../../core/outcome";
import type { CellPlace } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { missingOf, type Input } from "./call-text";
import type { FormSpec } from "./form-spec";
import { isOneArgument, questionOf, readInputs, wrongWith } from "./read-inputs";

/** What the formula would show, as far as that is known before it stands in a cell. */
export type Preview =
  | { readonly kind: "reading" }
  | { readonly kind: "missing"; readonly names: readonly string[] }
  | { readonly kind: "wrong"; readonly message: string }
  /** These arguments only the sheet can calculate. */
  | { readonly kind: "unknown"; readonly names: readonly string[] }
  | { readonly kind: "asking" }
  | { readonly kind: "outcome"; readonly outcome: Outcome };

interface Previewed {
  readonly preview: Preview;
  /** What is wrong with each argument, by its place. */
  readonly wrongs: readonly (string | undefined)[];
}

/** Pause in typing after which the service is asked. */
const PAUSE_MS = 300;

const NOT_ONE =
  "expected one cell or one expression, such as A2 or TODAY()-1, got something that does not stand as one argument; check its quotes and brackets.";

/** Asks, after a pause in typing, what the formula would give. What comes late for an earlier form is dropped; another `again` reads the cells and asks once more. */
export function usePreview(host: PaneHost, spec: FormSpec, inputs: readonly Input[], home: CellPlace | undefined, again = ""): Previewed {
  const [previewed, setPreviewed] = useState<Previewed>({ preview: { kind: "reading" }, wrongs: [] });
  const sheet = home?.sheet;
  const connection = host.connection();
  const connected = connection.kind === "connected" ? connection.baseUrl : connection.kind;
  useEffect(() => {
    const controller = new AbortController();
    const over = () => controller.signal.aborted;
    const work = async () => {
      const args = await readInputs(spec, inputs, host.workbook(), sheet === undefined ? undefined : { sheet, row: 0, column: 0 });
      if (over()) return;
      const wrongs = spec.parameters.map((p, i) => {
        const input = inputs[i];
        if (!input || input.text.trim() === "") return undefined;
        return input.mode === "cell" && !isOneArgument(input.text) ? `${p.name}: ${NOT_ONE}` : wrongWith(spec, args, i);
      });
      const show = (preview: Preview) => setPreviewed({ preview, wrongs });
      const wrong = wrongs.find((w) => w !== undefined);
      if (wrong !== undefined) return show({ kind: "wrong", message: wrong });
      const missing = missingOf(spec, inputs);
      if (missing.length > 0) return show({ kind: "missing", names: missing.map((p) => p.name) });
      const unknown = spec.parameters.filter((_, i) => args[i]?.known === false);
      if (unknown.length > 0) return show({ kind: "unknown", names: unknown.map((p) => p.name) });
      const read = questionOf(spec, args);
      if ("outcome" in read) return show({ kind: "outcome", outcome: read.outcome });
      // What is known is there at once: nothing that a screen reader would read out in between.
      if (!host.cells.last(read.question)) show({ kind: "asking" });
      const outcome = await host.cells.ask(read.question, controller.signal);
      if (!over()) show({ kind: "outcome", outcome });
    };
    const timer = setTimeout(() => void work(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [host, spec, JSON.stringify(inputs), sheet, connected, again]);
  return previewed;
}
