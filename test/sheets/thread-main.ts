import vm from "node:vm";
import { receiveMessageOnPort, workerData, type MessagePort } from "node:worker_threads";
import type { FromThread, Setup, ToThread } from "./calls";

/** What the thread receives at its start. */
export interface ThreadData {
  readonly port: MessagePort;
  /** Counts messages to the thread, so that it can sleep until the next. */
  readonly said: Int32Array;
  /** The bundled services evaluated in each context. */
  readonly services: string;
}

/** The services' link to the outside: text in, text out. */
export interface Outside {
  readonly setup: string;
  ask(message: string): string;
  invoke?: (() => string) | undefined;
}

const { port, said, services } = workerData as ThreadData;
const scripts = new Map<string, vm.Script>();
const scriptOf = (code: string, filename: string): vm.Script => {
  let script = scripts.get(code);
  if (!script) scripts.set(code, (script = new vm.Script(code, { filename })));
  return script;
};

function next<T>(): T {
  for (;;) {
    const before = Atomics.load(said, 0);
    const message = receiveMessageOnPort(port) as { message: T } | undefined;
    if (message) return message.message;
    Atomics.wait(said, 0, before);
  }
}

/** Sends a message and blocks until the reply. */
function ask(message: string): string {
  port.postMessage(JSON.parse(message) as FromThread);
  return JSON.stringify(next<ToThread>());
}

/** Globals of every V8 context that Apps Script does not have. */
const NOT_THERE = ["WebAssembly", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry", "AggregateError"];

/** Features after ECMAScript 2020: Google says V8, but not which version. */
const NEWER: readonly (readonly [string, readonly string[]])[] = [
  ["String.prototype", ["replaceAll", "at", "isWellFormed", "toWellFormed"]],
  ["Array.prototype", ["at", "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"]],
  ["Object", ["hasOwn", "groupBy"]],
  ["Map", ["groupBy"]],
  ["Promise", ["any", "withResolvers"]],
  ["Array", ["fromAsync"]],
];
const WITHOUT = [
  ...NOT_THERE.map((name) => `delete globalThis.${name};`),
  ...NEWER.flatMap(([of, names]) => names.map((name) => `delete ${of}.${name};`)),
].join("\n");

const wordsOf = (e: unknown): string => {
  const message = typeof e === "object" && e !== null && "message" in e ? (e as { message: unknown }).message : e;
  return String(message);
};

/** One execution: evaluates the file in a fresh context, then calls its function. */
function execute(setup: Setup): FromThread {
  // An object as the context would make each access to a global, such as Math, twenty times slower.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { microtaskMode: "afterEvaluate" });
  vm.runInContext(WITHOUT, context);
  const outside: Outside = { ask, setup: JSON.stringify({ ...setup, code: "" }) };
  const globals = context as Record<string, unknown>;
  globals["__outside"] = outside;
  scriptOf(services, "services.js").runInContext(context);
  const { invoke } = outside;
  try {
    scriptOf(setup.code, "Code.js").runInContext(context);
  } catch (e) {
    return { kind: "error", message: wordsOf(e), book: setup.book };
  }
  globals["__invoke"] = invoke;
  // Runs as a script, so that pending promise jobs finish before the execution ends.
  const last: unknown = vm.runInContext("((invoke) => (delete globalThis.__invoke, invoke))(__invoke)();", context);
  return JSON.parse(String(last)) as FromThread;
}

for (;;) {
  const setup = next<Setup>();
  let last: FromThread;
  try {
    last = execute(setup);
  } catch (e) {
    last = { kind: "fault", message: e instanceof Error ? (e.stack ?? e.message) : wordsOf(e) };
  }
  port.postMessage(last);
}
