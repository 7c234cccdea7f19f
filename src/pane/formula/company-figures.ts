import { capital } from "../../contract/text";
import { listingOf } from "../../contract/functions/listing";
import type { Question } from "../../core/question";
import { missingOf, type FieldInput } from "./call-text";
import { questionOfFields } from "./read-inputs";
import type { Start } from "./related";
import { builtInFigures } from "./search/figures";
import { plain, specOf, type Figure } from "./search/figure";
import { TOPICS, type Topic } from "./search/topics";

/** A figure of one company, with its question. */
interface CompanyFigure {
  /** The key of its entry in the search. */
  readonly key: string;
  readonly title: string;
  readonly start: Start;
  readonly question: Question;
}

/** Figures that say where another figure comes from, or that only make sense beside it. */
const ASIDE = /^(?:FILING|IPO)\(,|,"(?:date|currency|source|confidence|quarter|refusal|accession|url|unit|settlement_date)"\)$/;

const blank: FieldInput = { mode: "value", text: "" };

function ofCompany(figure: Figure, ticker: string): CompanyFigure | undefined {
  if (figure.opens.kind !== "form") return undefined;
  const { id, inputs } = figure.opens;
  const spec = specOf(id);
  if (!spec) return undefined;
  const filled = spec.parameters.map((_, i): FieldInput => (i === 0 ? { mode: "value", text: ticker } : (inputs[i] ?? blank)));
  if (missingOf(spec, filled).length > 0) return undefined;
  const read = questionOfFields(
    spec,
    filled.map(({ text }) => ({ known: true, value: text === "" ? null : text })),
  );
  if (!("question" in read)) return undefined;
  // A function's own title says more than its first figure.
  const first = figure.isFunction && spec.fn ? listingOf(spec.fn).fields[0] : undefined;
  const title = first ? capital(plain(first.about)) : figure.title;
  return { key: figure.key, title, start: { label: title, spec, inputs: filled }, question: read.question };
}

/** The figures without those that ask the same question again. */
function distinct(figures: readonly CompanyFigure[]): readonly CompanyFigure[] {
  const byKey = new Map<string, CompanyFigure>();
  for (const figure of figures) if (!byKey.has(figure.question.key)) byKey.set(figure.question.key, figure);
  return [...byKey.values()];
}

interface FiguresOfTopic {
  readonly topic: Topic;
  readonly figures: readonly CompanyFigure[];
}

/** All figures of a ticker, by topic, with those that only make sense beside another. */
export function allCompanyFigures(ticker: string): readonly FiguresOfTopic[] {
  const all = builtInFigures().filter((figure) => figure.ofTicker);
  return TOPICS.map((topic) => ({
    topic,
    figures: distinct(all.filter((figure) => figure.topic === topic).flatMap((figure) => ofCompany(figure, ticker) ?? [])),
  })).filter(({ figures }) => figures.length > 0);
}

/** The figures of a ticker that make sense alone, by topic. */
export const companyFigures = (ticker: string): readonly FiguresOfTopic[] =>
  allCompanyFigures(ticker).map(({ topic, figures }) => ({ topic, figures: figures.filter(({ key }) => !ASIDE.test(key)) }));
