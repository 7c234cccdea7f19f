import { unitWords } from "../../../sources/answer-words";
import { allCompanyFigures } from "../company-figures";
import { declaredUnit } from "../format-of-answer";
import type { FormSpec } from "../form-spec";
import type { FieldInput } from "../call-text";
import { questionOfFields } from "../read-inputs";
import { specOf, type Figure } from "../search/figure";
import type { BlockColumn } from "./block-column";
import { HEADINGS, USED_MOST } from "./headings";

/** A figure of a company that can be a column. */
export interface FigureColumn extends BlockColumn {
  readonly title: string;
  readonly topic: string;
}

/** Any ticker: it is only needed to recognise a figure by its question. */
const TICKER = "AAPL";

/** A heading stands alone in a sheet, so it names a unit that is the same for every company. */
function headingOf(short: string, unit: string | undefined): string {
  return unit !== undefined && /^(?:%|USD)/.test(unit) && !short.includes("%") ? `${short}, ${unitWords(unit)}` : short;
}

interface Known {
  readonly byKey: ReadonlyMap<string, FigureColumn>;
  readonly byQuestion: ReadonlyMap<string, FigureColumn>;
}

let made: Known | undefined;

function known(): Known {
  if (made) return made;
  const byKey = new Map<string, FigureColumn>();
  const byQuestion = new Map<string, FigureColumn>();
  for (const { topic, figures } of allCompanyFigures(TICKER))
    for (const { key, title, start, question } of figures) {
      const short = HEADINGS[key] ?? title;
      const inputs = start.inputs.map((input, i): FieldInput => (i === 0 ? { mode: "value", text: "" } : input));
      // An Excel whose manifest has a namespace has no SERVICE alone.
      const spec = start.spec.fn === undefined ? (specOf("SERVICE.GET") ?? start.spec) : start.spec;
      const column = { key, heading: headingOf(short, declaredUnit(spec, inputs)), spec, inputs, across: undefined, title, topic };
      byKey.set(key, column);
      byQuestion.set(question.key, column);
    }
  return (made = { byKey, byQuestion });
}

/** All figures of a company, those that are used most first. */
export function figureColumns(): readonly FigureColumn[] {
  const { byKey } = known();
  const first = USED_MOST.flatMap((key) => byKey.get(key) ?? []).map((column) => ({ ...column, topic: "Used most" }));
  return [...first, ...[...byKey.values()].filter(({ key }) => !USED_MOST.includes(key))];
}

/** The columns of these figures; a key of another version is left out. */
export const columnsOfKeys = (keys: readonly string[]): readonly FigureColumn[] => keys.flatMap((key) => known().byKey.get(key) ?? []);

/** The figure of a company that a form returns, whatever its ticker; undefined if it is none, or has other arguments. */
export function figureOfForm(spec: FormSpec, inputs: readonly FieldInput[]): FigureColumn | undefined {
  const others = inputs.slice(1);
  if (others.some(({ mode, text }) => mode === "cell" && text.trim() !== "")) return undefined;
  const read = questionOfFields(
    spec,
    spec.parameters.map((_, i) => ({ known: true, value: i === 0 ? TICKER : inputs[i]?.text.trim() || null })),
  );
  return "question" in read ? known().byQuestion.get(read.question.key) : undefined;
}

/** A figure of the search as a column; undefined if it is none of a company alone. */
export function columnOfFigure({ opens }: Figure): FigureColumn | undefined {
  const spec = opens.kind === "form" ? specOf(opens.id) : undefined;
  return opens.kind === "form" && spec ? figureOfForm(spec, opens.inputs) : undefined;
}
