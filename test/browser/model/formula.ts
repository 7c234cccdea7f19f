import { areaOf, cellsOf, isErrorValue, type Area, type Value } from "./cells";

/** Evaluates formulas of the test's Excel: SERVICE calls alone, in arithmetic, and in common wrappers. */
export type Node =
  | { readonly is: "value"; readonly value: Value }
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
      if (mark() !== "(") return { is: "value", value: /^(TRUE|FALSE)$/i.test(m[6]) ? /^TRUE$/i.test(m[6]) : { error: "#NAME?" } };
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
      return { is: "call", name: m[6].toUpperCase(), args };
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

/** A formula's value after all its calls have answered. */
export async function evaluate(node: Node, around: Surroundings): Promise<Value> {
  const value = (n: Node | undefined): Promise<Value> => (n ? evaluate(n, around) : Promise.resolve(null));
  if (node.is === "value") return node.value;
  if (node.is === "operation") {
    const [left, right] = await Promise.all([value(node.left), value(node.right)]);
    return operate(node.operator, left, right);
  }
  if (node.is === "reference") {
    if (node.area.rows * node.area.columns > 1) return { error: "#VALUE!" };
    return around.cell(node.sheet, cellsOf(node.area)[0] as string);
  }
  const { name, args } = node;
  if (name === "IF") {
    const test = await value(args[0]);
    return isErrorValue(test) ? test : value(test ? args[1] : args[2]);
  }
  if (name === "IFERROR" || name === "IFNA") {
    const first = await value(args[0]);
    return isErrorValue(first) && (name === "IFERROR" || first.error === "#N/A") ? value(args[1]) : first;
  }
  if (name === "ISNA") return value(args[0]).then((v) => isErrorValue(v) && v.error === "#N/A");
  if (name === "ISNUMBER") return value(args[0]).then((v) => typeof v === "number");
  if (name === "SUM") {
    const all = await Promise.all(
      args.flatMap((a) => (a.is === "reference" ? cellsOf(a.area).map((cell) => Promise.resolve(around.cell(a.sheet, cell))) : [value(a)])),
    );
    return all.find(isErrorValue) ?? all.reduce<number>((sum, v) => sum + (typeof v === "number" ? v : 0), 0);
  }
  const addresses = args.map((n) => (n.is === "reference" ? around.address(n.sheet, n.area) : undefined));
  const custom = around.custom(name, await Promise.all(args.map(value)), addresses);
  return custom ?? { error: "#NAME?" };
}
