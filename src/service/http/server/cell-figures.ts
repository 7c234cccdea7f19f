import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { readArguments, type Argument } from "../../../contract/arguments";
import type { FieldName, FunctionName } from "../../../contract/functions";
import { declarationOf } from "../../../contract/functions/declarations";
import { WireComponent } from "../../../contract/wire";
import { provenanceOf } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fullReason, isReason, type FamilyAnswer, type Reason } from "../../answers/family";
import { withheldByPlan } from "../../evaluation/by-plan";
import { asOfRows, componentOnWire } from "../../evaluation/on-wire";
import { evaluatorOf } from "../../families/families";
import type { SourceId } from "../../records/attribution";
import type { RequestRefusal } from "./refuse";
import { orNull } from "./schemas";

/** Schemas of the members of a row with figures of cells, besides the figures. */
const CELL_MEMBERS = {
  reasons: Type.Optional(
    Type.Record(Type.String(), Type.Object({ code: Type.String(), reason: Type.String() }), { description: "Why figures are null, by their names." }),
  ),
  withheld_reason: Type.Optional(Type.String({ description: "Present if a figure is withheld from keys of this plan; names the plan that it needs." })),
  source: orNull(Type.String(), "A key into `meta.attribution`; null if no figure is known."),
  sample: Type.Optional(Type.Literal(true)),
  provenance: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({ observation_date: Type.Optional(Type.String()), source: Type.String(), sample: Type.Optional(Type.Literal(true)) }),
      {
        description: "Source and observation date of figures that have another source than the row, by their names.",
      },
    ),
  ),
};

/** Schema of the components of a computed figure. */
export const Components = Type.Array(WireComponent, {
  description: "The inputs of the figures, each with its source and date; an absent one with its reason.",
});

/** A figure: the field of the cell that shows it, "" in a function without fields; its schema; and what it is, unless it is never null. */
type Figure<F extends FunctionName> = readonly [field: FieldName<F>, schema: TSchema, description?: string];

/** Figures as cells show them. An unknown one is null and has a reason. */
export interface CellFigures {
  readonly row: Readonly<Record<string, unknown>>;
  readonly answers: readonly FamilyAnswer[];
}

/** The arguments of a cell: `names` in their order, and the field in its place. */
function argumentsOf(fn: FunctionName, names: readonly Argument[], field: string | null): Argument[] {
  const left = [...names];
  return declarationOf(fn).parameters.map(({ name }) => (name === "field" ? field : (left.shift() ?? null)));
}

/** The names of a request as a cell reads its arguments, or why they are refused. */
export function readNames(fn: FunctionName, names: readonly Argument[]): readonly Argument[] | RequestRefusal {
  const read = readArguments(fn, argumentsOf(fn, names, null));
  if (!read.ok) return { code: "invalid_request", detail: read.message };
  return read.args.filter((_, i) => declarationOf(fn).parameters[i]!.name !== "field");
}

/** Evaluates one cell, with the arguments that stand before and after its field. */
export function cell(fn: FunctionName, names: readonly Argument[], field: string, context: Context): FamilyAnswer {
  const evaluate = evaluatorOf(fn);
  if (!evaluate) throw new Error(`no family answers ${fn}`);
  const args = argumentsOf(fn, names, field);
  return withheldByPlan(fn, args, context.plan) ?? evaluate(args, context);
}

/** Declares figures of one function, by their names in a row. */
export function cellRow<F extends FunctionName>(fn: F, figures: Readonly<Record<string, Figure<F>>>) {
  const each = <T>(make: (figure: Figure<F>) => T): Record<string, T> => Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, make(one)]));
  const answersBy = (read: (field: FieldName<F>) => FamilyAnswer) => each(([field]) => read(field));
  const answersOf = (names: readonly Argument[], context: Context) => answersBy((field) => cell(fn, names, field, context));
  return {
    caveats: declarationOf(fn).caveats,
    schema: { ...each(([, schema, description]) => (description === undefined ? schema : orNull(schema, description))), ...CELL_MEMBERS } as TProperties,
    /** The answers that `read` returns for the figures' fields. */
    answersBy,
    /** The answers of cells with these arguments. */
    answersOf,
    /** Their row. */
    of: (names: readonly Argument[], context: Context): CellFigures => rowOfAnswers(answersOf(names, context)),
  };
}

/** A page of rows with figures of cells. */
export function cellPage<T>(context: Context, page: readonly T[], figuresOf: (one: T) => CellFigures, rowOf: (one: T, figures: CellFigures) => object) {
  const found = page.map((one) => [one, figuresOf(one)] as const);
  const answers = found.flatMap(([, figures]) => figures.answers);
  return { data: found.map(([one, figures]) => rowOf(one, figures)), ...cellsEnvelope(context, answers) };
}

/** The row of these answers, by the names of their figures. */
export function rowOfAnswers(answers: Readonly<Record<string, FamilyAnswer>>): CellFigures {
  const all = Object.values(answers);
  const reasons = Object.entries(answers).flatMap(([name, answer]) => (isReason(answer) ? [[name, { code: answer.code, reason: fullReason(answer) }]] : []));
  const withheld = all.find((answer): answer is Reason => isReason(answer) && answer.code === "plan_required");
  const [first] = all.filter((answer) => !isReason(answer));
  const others = Object.entries(answers).flatMap(([name, answer]) => {
    if (isReason(answer) || answer.source === first?.source) return [];
    const { observation_date, source, sample } = answer;
    return [[name, { ...(observation_date ? { observation_date } : {}), source, ...(sample ? { sample: true as const } : {}) }] as const];
  });
  return {
    row: {
      ...Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, isReason(answer) ? null : answer.value])),
      ...(reasons.length > 0 ? { reasons: Object.fromEntries(reasons) } : {}),
      ...(withheld ? { withheld_reason: fullReason(withheld) } : {}),
      source: first?.source ?? null,
      ...(all.some((answer) => !isReason(answer) && answer.sample) ? { sample: true as const } : {}),
      ...(others.length > 0 ? { provenance: Object.fromEntries(others) } : {}),
    },
    answers: all,
  };
}

/** The components of an answer, in their wire form. */
export const componentsOf = ({ components = [] }: FamilyAnswer) => components.map(componentOnWire);

/** When the rows behind these answers were last confirmed, and the sources to quote. */
export function cellsEnvelope(context: Context, answers: readonly FamilyAnswer[]): { readonly asOf: string; readonly sources: readonly SourceId[] } {
  const known = answers.filter((answer) => !isReason(answer));
  const parts = known.flatMap(({ components = [] }) => components.flatMap((component) => ("absent" in component ? [] : [component.source])));
  return {
    asOf: asOfRows(context, [...new Set(known.flatMap(provenanceOf))]),
    sources: [...new Set([...known.map(({ source }) => source), ...parts])],
  };
}

/** The refusal of an unknown name, or undefined if the name is known. */
export function unknownRefusal(answers: readonly FamilyAnswer[]): RequestRefusal | undefined {
  const unknown = answers.find((answer): answer is Reason => isReason(answer) && answer.code.startsWith("unknown_"));
  return unknown && { code: "unknown_name", detail: fullReason(unknown) };
}
