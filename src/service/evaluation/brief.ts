import { readArguments } from "../../contract/arguments";
import type { FunctionName } from "../../contract/functions";
import type { EvalReply, WireAnswer } from "../../contract/wire";
import type { Context } from "../answers/context";
import type { FamilyAnswer } from "../answers/family";
import { evaluateCells } from "./evaluate";
import { onWire } from "./on-wire";
import { unanswered, type ReadCell } from "./read-cells";
import { replyMeta } from "./publications";

/** A figure as a cell shows it, without what only a batch of cells needs. */
export type BriefFigure = Omit<WireAnswer, "id" | "max_age_s">;

/** One family's figures, and when the oldest of their rows was last confirmed. */
export interface BriefSection {
  readonly as_of: string;
  readonly figures: Readonly<Record<string, BriefFigure>>;
}

export interface Brief {
  readonly sections: Readonly<Record<string, BriefSection>>;
  readonly meta: EvalReply["meta"];
}

/** A figure of a section: the function and the arguments of its cell. */
interface Question {
  readonly section: string;
  readonly figure: string;
  readonly fn: FunctionName;
  readonly args: readonly (string | null)[];
}

/** Questions on each of these fields. `before` are the arguments before the field. */
const fields = (section: string, fn: FunctionName, before: readonly string[], names: readonly string[], prefix = ""): Question[] =>
  names.map((name) => ({ section, figure: `${prefix}${name}`, fn, args: [...before, name] }));

const WHALE_FIELDS = ["total_usd", "count", "inflow_usd", "outflow_usd", "net_usd", "largest_usd"];
const STABLECOINS = ["USDT", "USDC"];

/** The figures of a brief on a share that cells show. */
export const equityQuestions = (ticker: string): readonly Question[] => [
  ...fields("signals", "SIGNAL", [ticker], ["count", "type", "direction", "severity", "score", "headline", "date"]),
  ...fields("insider", "INSIDER", [ticker], ["net", "value", "buy", "sell"]),
  ...fields("congress", "CONGRESS", [ticker], ["count", "net"]),
  ...fields("institutional", "HOLDERS13F", [ticker], ["count", "value", "qoq", "quarter"]),
  ...fields("gamma", "GAMMA", [ticker], ["net", "call", "put", "flip"]),
];

/** The figures of a brief on a coin that cells show. */
export const cryptoQuestions = (coin: string): readonly Question[] => [
  { section: "derivatives", figure: "funding_rate", fn: "FUNDING", args: [coin] },
  ...fields("whales", "WHALE", [coin], WHALE_FIELDS),
  ...STABLECOINS.flatMap((stablecoin) => fields("stablecoins", "WHALE", [stablecoin], WHALE_FIELDS, `${stablecoin.toLowerCase()}_`)),
  ...fields("regime", "REGIME", [], ["label", "score", "conviction", "date"]),
];

function cellOf({ fn, args }: Question, id: number): ReadCell {
  const read = readArguments(fn, args);
  return { id, asked: read.ok ? { fn, args: read.args } : unanswered("bad_argument", read.short, read.message) };
}

function figureOf({ id: _id, max_age_s: _age, ...figure }: WireAnswer): BriefFigure {
  return figure;
}

/** The oldest confirmation among the known figures; the moment of the reply if none is known. */
function sectionOf(figures: Readonly<Record<string, BriefFigure>>, asOf: string): BriefSection {
  const known = Object.values(figures).flatMap((f) => (f.value !== null && f.as_of !== undefined ? [f.as_of] : []));
  return { as_of: known.sort()[0] ?? asOf, figures };
}

/** Answers by section and figure. */
export type Sections = Readonly<Record<string, Readonly<Record<string, FamilyAnswer>>>>;

/** Evaluates the questions as cells, and adds the figures of other answers to their sections. */
export function briefOf(questions: readonly Question[], others: Sections, context: Context): Brief {
  const { data, meta, as_of } = evaluateCells(questions.map(cellOf), context);
  const sections: Record<string, Record<string, BriefFigure>> = {};
  data.forEach((answer, i) => {
    const { section, figure } = questions[i]!;
    (sections[section] ??= {})[figure] = figureOf(answer);
  });
  const added: WireAnswer[] = [];
  for (const [section, answers] of Object.entries(others))
    for (const [figure, answer] of Object.entries(answers)) {
      const said = onWire(0, answer, context, as_of);
      added.push(said);
      (sections[section] ??= {})[figure] = figureOf(said);
    }
  const more = replyMeta(added, []);
  return {
    sections: Object.fromEntries(Object.entries(sections).map(([name, figures]) => [name, sectionOf(figures, as_of)])),
    meta: {
      ...meta,
      caveats: [...new Set([...meta.caveats, ...more.caveats])].sort(),
      attribution: { ...meta.attribution, ...more.attribution },
      sample: meta.sample || more.sample,
    },
  };
}
