import { areaOf, cellsOf, isErrorValue, type Area, type Value } from "./cells";

/**
 * Evaluates formulas of the test's Excel: SERVICE calls alone, in arithmetic, in common wrappers, and in LET, LAMBDA, MAP and BYROW. In these, Excel calls an
 * add-in's function for each element since it supports that (office-js issue 3592, office-js-docs-pr 5534). What they return is in
 * support.microsoft.com/office/lambda-function-bd212d27-1cd1-4321-a34a-ccbf254b8b67 and support.microsoft.com/en-US/excel/functions/byrow-function.
 */
export type Node =
  | { readonly is: "value"; readonly value: Value }
  | { readonly is: "name"; readonly name: string }
  /** A function that is an expression, as in `LAMBDA(x,x+1)(2)`. */
  | { readonly is: "apply"; readonly of: Node; readonly args: readonly Node[] }
  | { readonly is: "reference"; readonly sheet: string | undefined; readonly area: Area }
  | { readonly is: "operation"; readonly operator: string; readonly left: Node; readonly right: Node }
  | { readonly is: "call"; readonly name: string; readonly args: readonly Node[] };

const TOKEN =
  /\s*(?:("(?:[^"]|"")*")|(\d+\.?\d*(?:E[+-]?\d+)?)|(#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A))|((?:'(?:[^']|'')*'|[\p{L}_][\p{L}\d_.]*)!)?(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)(?![\p{L}\d_.(])|((?:\[\d+\]!)?[\p{L}_][\p{L}\d_.]*)|(<=|>=|<>|[-+*/^&=<>(),@%]))/iuy;

const LEVELS = [["=", "<>", "<", ">", "<=", ">="], ["&"], ["+", "-"], ["*", "/"], ["^"]];

export function parseFormula(formula: string): Node {
  let at = 1;
  let token: RegExpExecArray | null = null;
  const next = (): void => {
    TOKEN.lastIndex = at;
    token = TOKEN.exec(formula);
    if (token) at = TOKEN.lastIndex;
    else if (formula.slice(at).trim() !== "") throw new Error(`The model cannot read ${formula} from ${formula.slice(at)}.`);
  };
  const mark = (): string | undefined => token?.[7];
  const expect = (sign: string): void => {
    if (mark() !== sign) throw new Error(`The model expects ${sign} in ${formula}.`);
    next();
  };

  /** The arguments in parentheses. */
  function list(): Node[] {
    next();
    const args: Node[] = [];
    while (mark() !== ")") {
      if (mark() === ",") args.push({ is: "value", value: null });
      else args.push(level(0));
      if (mark() === ",") {
        next();
        if ((mark() as string | undefined) === ")") args.push({ is: "value", value: null });
      } else break;
    }
    expect(")");
    return args;
  }

  function primary(): Node {
    const m = token;
    if (!m) throw new Error(`The model finds no end of ${formula}.`);
    next();
    if (m[1] !== undefined) return { is: "value", value: m[1].slice(1, -1).replaceAll('""', '"') };
    if (m[2] !== undefined) return { is: "value", value: Number(m[2]) };
    if (m[3] !== undefined) return { is: "value", value: { error: m[3].toUpperCase() } };
    if (m[5] !== undefined) {
      const sheet = m[4]?.slice(0, -1);
      const name = sheet?.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
      return { is: "reference", sheet: name, area: areaOf(m[5].replaceAll("$", "").toUpperCase()) };
    }
    if (m[6] !== undefined) {
      if (mark() !== "(") return /^(TRUE|FALSE)$/i.test(m[6]) ? { is: "value", value: /^TRUE$/i.test(m[6]) } : { is: "name", name: m[6].toUpperCase() };
      const call: Node = { is: "call", name: m[6].toUpperCase(), args: list() };
      return mark() === "(" ? { is: "apply", of: call, args: list() } : call;
    }
    if (m[7] === "-") return { is: "operation", operator: "-", left: { is: "value", value: 0 }, right: primary() };
    if (m[7] === "+" || m[7] === "@") return primary();
    if (m[7] === "(") {
      const inner = level(0);
      expect(")");
      return inner;
    }
    throw new Error(`The model cannot read ${formula}.`);
  }

  function level(n: number): Node {
    const operators = LEVELS[n];
    if (!operators) return primary();
    let left = level(n + 1);
    for (let operator = mark(); operator !== undefined && operators.includes(operator); operator = mark()) {
      next();
      left = { is: "operation", operator, left, right: level(n + 1) };
    }
    return left;
  }

  next();
  const node = level(0);
  if (token) throw new Error(`The model cannot read the end of ${formula}.`);
  return node;
}

/** The areas that a formula refers to. */
export function referencesOf(node: Node): { readonly sheet: string | undefined; readonly area: Area }[] {
  if (node.is === "reference") return [node];
  if (node.is === "operation") return [...referencesOf(node.left), ...referencesOf(node.right)];
  if (node.is === "apply") return [node.of, ...node.args].flatMap(referencesOf);
  return node.is === "call" ? node.args.flatMap(referencesOf) : [];
}

interface Surroundings {
  cell(sheet: string | undefined, name: string): Value | Promise<Value>;
  /** A custom function, with the address of each argument that is a reference; undefined if the name is unknown. */
  custom(name: string, args: readonly Value[], addresses: readonly (string | undefined)[]): Promise<Value> | undefined;
  /** The address of a reference, with its sheet. */
  address(sheet: string | undefined, area: Area): string;
}

const number = (value: Value): number => (typeof value === "string" ? (value.trim() === "" ? NaN : Number(value)) : Number(value));

function operate(operator: string, a: Value, b: Value): Value {
  if (isErrorValue(a)) return a;
  if (isErrorValue(b)) return b;
  if (operator === "&") return `${a ?? ""}${b ?? ""}`;
  if (["=", "<>", "<", ">", "<=", ">="].includes(operator)) {
    const [x, y] = typeof a === "string" || typeof b === "string" ? [String(a ?? ""), String(b ?? "")] : [Number(a), Number(b)];
    const order = x < y ? -1 : x > y ? 1 : 0;
    return { "=": order === 0, "<>": order !== 0, "<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0 }[operator] ?? false;
  }
  const [x, y] = [number(a), number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return { error: "#VALUE!" };
  if (operator === "/" && y === 0) return { error: "#DIV/0!" };
  return { "+": x + y, "-": x - y, "*": x * y, "/": x / y, "^": x ** y }[operator] ?? { error: "#VALUE!" };
}

type Values = readonly (readonly Value[])[];
/** What a name in LET or LAMBDA stands for. */
type Bound = Values | { readonly parameters: readonly string[]; readonly body: Node; readonly names: Names };
type Names = ReadonlyMap<string, Bound>;

const isFunction = (bound: Bound | undefined): bound is Exclude<Bound, Values> => bound !== undefined && "body" in bound;
const first = (values: Values): Value => values[0]?.[0] ?? null;
const isOne = (values: Values): boolean => values.length === 1 && values[0]?.length === 1;

/** Calls a function for each element: Excel does so if a parameter that takes one value is given several. */
async function forEach(args: readonly Values[], call: (values: readonly Value[]) => Promise<Value>): Promise<Values> {
  const rows = Math.max(...args.map((values) => values.length), 1);
  const columns = Math.max(...args.map((values) => values[0]?.length ?? 1), 1);
  const at = (values: Values, r: number, c: number): Value => (isOne(values) ? first(values) : (values[r]?.[c] ?? null));
  return Promise.all(
    Array.from({ length: rows }, (_, r) => Promise.all(Array.from({ length: columns }, (__, c) => call(args.map((values) => at(values, r, c)))))),
  );
}

const nameIn = (node: Node | undefined): string => (node?.is === "name" ? node.name : "");

/** A formula's values after all its calls have answered: more than one for an array. */
export async function evaluate(node: Node, around: Surroundings, names: Names = new Map()): Promise<Values> {
  const values = (n: Node | undefined, own = names): Promise<Values> => (n ? evaluate(n, around, own) : Promise.resolve([[null]]));
  const value = (n: Node | undefined): Promise<Value> => values(n).then(first);
  const one = (v: Value): Values => [[v]];
  const bound = async (n: Node, own: Names): Promise<Bound> =>
    n.is === "call" && n.name === "LAMBDA" ? { parameters: n.args.slice(0, -1).map(nameIn), body: n.args.at(-1)!, names: own } : values(n, own);
  const apply = (to: Bound | undefined, given: readonly Values[]): Promise<Values> =>
    isFunction(to)
      ? evaluate(to.body, around, new Map([...to.names, ...to.parameters.map((name, i) => [name, given[i] ?? one(null)] as const)]))
      : Promise.resolve(one({ error: "#VALUE!" }));

  if (node.is === "value") return one(node.value);
  if (node.is === "name") {
    const known = names.get(node.name);
    return known === undefined || isFunction(known) ? one({ error: "#NAME?" }) : known;
  }
  if (node.is === "apply") return apply(await bound(node.of, names), await Promise.all(node.args.map((n) => values(n))));
  if (node.is === "operation")
    return forEach(await Promise.all([values(node.left), values(node.right)]), async ([left = null, right = null]) => operate(node.operator, left, right));
  if (node.is === "reference") {
    const cells = await Promise.all(cellsOf(node.area).map(async (cell) => around.cell(node.sheet, cell)));
    return Array.from({ length: node.area.rows }, (_, r) => cells.slice(r * node.area.columns, (r + 1) * node.area.columns));
  }
  const { name, args } = node;
  if (name === "LET") {
    let own: Names = names;
    for (let i = 0; i + 2 < args.length; i += 2) own = new Map([...own, [nameIn(args[i]), await bound(args[i + 1]!, own)] as const]);
    return values(args.at(-1), own);
  }
  if (name === "LAMBDA") return one({ error: "#CALC!" });
  if (name === "MAP" || name === "BYROW") {
    const all = await values(args[0]);
    const to = await bound(args[1]!, names);
    if (name === "BYROW") return Promise.all(all.map(async (row) => [first(await apply(to, [[row]]))]));
    return Promise.all(all.map((row) => Promise.all(row.map(async (v) => first(await apply(to, [one(v)]))))));
  }
  if (isFunction(names.get(name))) return apply(names.get(name), await Promise.all(args.map((n) => values(n))));
  if (name === "IF") {
    const test = await value(args[0]);
    return isErrorValue(test) ? one(test) : values(test ? args[1] : args[2]);
  }
  if (name === "IFERROR" || name === "IFNA") {
    const before = await values(args[0]);
    const fallback = first(before);
    return isErrorValue(fallback) && (name === "IFERROR" || fallback.error === "#N/A") ? values(args[1]) : before;
  }
  if (name === "ISNA") return value(args[0]).then((v) => one(isErrorValue(v) && v.error === "#N/A"));
  if (name === "ISNUMBER") return value(args[0]).then((v) => one(typeof v === "number"));
  if (name === "SUM") {
    const all = (await Promise.all(args.map((n) => values(n)))).flat(2);
    return one(all.find(isErrorValue) ?? all.reduce<number>((sum, v) => sum + (typeof v === "number" ? v : 0), 0));
  }
  const addresses = args.map((n) => (n.is === "reference" ? around.address(n.sheet, n.area) : undefined));
  return forEach(await Promise.all(args.map((n) => values(n))), async (given) => (await around.custom(name, given, addresses)) ?? { error: "#NAME?" });
}
