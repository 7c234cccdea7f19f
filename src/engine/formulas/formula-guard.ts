import type { Injector } from "@univerjs/core";
import {
  AstTreeBuilder,
  type ErrorType,
  ErrorValueObject,
  type generateExecuteAstNodeData,
  ICalculateFormulaService,
  Interpreter,
  Lexer,
  LexerTreeBuilder,
} from "@univerjs/engine-formula";
import { tokensOf } from "../../workbook/formulas/formula-tokens";
import { OPERATOR_CALLS } from "../../workbook/formulas/stored-formula";
import { ENGINE_FAILED } from "../engine-errors";

/*
 * Univer 0.25.1 calculates all formulas in one task that nobody waits for: what one of them throws ends the program or leaves the page without values. It puts
 * the formula of each name in the place of the name, without brackets, and without end if a name refers to itself. Its functions that visit a parsed formula
 * call themselves for each level.
 */

type Value = ReturnType<Interpreter["execute"]>;
type Node = Parameters<typeof generateExecuteAstNodeData>[0];

interface NodeState {
  _valueObject: unknown;
  _calculateState: boolean;
}
interface Calculation {
  _executeStep(): Promise<unknown>;
}
interface Names {
  _handleNestedDefinedName(formula: string, parameters: unknown): string | { sequenceString: string };
}

/** Levels of names in names. */
const DEEPEST_NAMES = 1_000;
/** Characters of all names' formulas in one formula. The formula of a cell has at most 8,192. */
const LONGEST_NAMES = 100_000;
/** Levels of a parsed formula. A sum of as many terms as a formula can have, 4,096, has as many levels. */
const DEEPEST_FORMULA = 5_000;

/** A formula that the engine reads and cannot calculate. */
const FAILING = `=${OPERATOR_CALLS.single}()`;

/** True if a name's formula has an operator outside of all brackets: it is one value, `(A1+1)`, wherever the name stands. */
export function hasOperator(formula: string): boolean {
  let brackets = 0;
  return tokensOf(formula.replace(/^=/, "")).some(({ kind, text }) => {
    if (kind === "open") brackets++;
    else if (kind === "close") brackets--;
    return brackets === 0 && kind === "mark" && /[-+*/^&=<>%]/.test(text);
  });
}

/** Visits a parsed formula level by level, without a call for each level. Returns the number of levels. */
function levelsOf(root: Node, visit: (node: Node) => void = () => undefined): number {
  let levels = 0;
  for (let level: readonly Node[] = [root]; level.length > 0; level = level.flatMap((node) => node.getChildren())) {
    level.forEach(visit);
    levels++;
  }
  return levels;
}

function reset(node: Node): void {
  const state = node as unknown as NodeState;
  state._valueObject = null;
  state._calculateState = false;
}

/**
 * Makes a formula that the engine cannot calculate an error of its own cell, `ENGINE_FAILED`. What is thrown outside of a formula ends the calculation, which
 * is passed to `failed`.
 */
export function guardFormulas(injector: Injector, failed: (thrown: unknown) => void): void {
  const [lexer, parser, interpreter] = [injector.get(Lexer), injector.get(AstTreeBuilder), injector.get(Interpreter)];
  const names = injector.get(LexerTreeBuilder) as unknown as Names;
  let [depth, length] = [0, 0];

  const expand = names._handleNestedDefinedName.bind(names);
  names._handleNestedDefinedName = (formula, parameters) => {
    length += formula.length;
    if (++depth > DEEPEST_NAMES || length > LONGEST_NAMES) throw new RangeError("The names of a formula have too many levels or characters.");
    const expanded = expand(formula, parameters);
    depth--;
    if (typeof expanded === "object" && hasOperator(formula)) expanded.sequenceString = `(${expanded.sequenceString})`;
    return expanded;
  };
  const read = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, transformSuffix) => {
    [depth, length] = [0, 0];
    try {
      return read(formula, transformSuffix);
    } catch {
      return read(FAILING, transformSuffix);
    }
  };

  const parse = parser.parse.bind(parser);
  parser.parse = (tree) => {
    try {
      const node = parse(tree) as Node | undefined;
      if (!node) return node;
      if (levelsOf(node) > DEEPEST_FORMULA) throw new RangeError("A formula has too many levels.");
      node.resetCalculationState = () => void levelsOf(node, reset);
      return node;
    } catch {
      return parse(read(FAILING) as typeof tree);
    }
  };

  const error = (): Value => ErrorValueObject.create(ENGINE_FAILED as ErrorType) as Value;
  const execute = interpreter.execute.bind(interpreter);
  interpreter.execute = (node) => {
    try {
      return execute(node);
    } catch {
      return error();
    }
  };
  const executeAsync = interpreter.executeAsync.bind(interpreter);
  interpreter.executeAsync = async (node) => executeAsync(node).catch(error);

  const calculation = injector.get(ICalculateFormulaService) as unknown as Calculation;
  const step = calculation._executeStep.bind(calculation);
  calculation._executeStep = async () => step().catch(failed);
}
