/* Evaluated in each context before the script: fakes of Google's services, created from the context's own objects. */
import type { CellArgument } from "../cells";
import type { FromThread } from "../calls";
import { CacheService } from "./cache-service";
import { LockService } from "./lock-service";
import { ask, now, onDeath, runs, setup } from "./outside";
import { PropertiesService } from "./properties-service";
import { spreadsheetServices } from "./spreadsheet-services";
import { UrlFetchApp } from "./url-fetch-app";
import { Utilities } from "./utilities";
import { handOver, plain, takeBack } from "./values";
import { installVirtualDate } from "./virtual-date";

installVirtualDate(now);
const sheet = spreadsheetServices();
onDeath(sheet.state);
const { timeZone } = setup.book;

const say =
  (level: string) =>
  (...parts: unknown[]): void =>
    void ask("log", level, parts.map((part) => (typeof part === "string" ? part : (JSON.stringify(part) ?? String(part)))).join(" "));

const services: Record<string, object> = {
  CacheService,
  LockService,
  PropertiesService,
  UrlFetchApp,
  Utilities,
  console: { log: say("log"), info: say("info"), warn: say("warn"), error: say("error") },
  Logger: { log: say("log") },
  ...sheet.globals,
};
for (const [name, value] of Object.entries(services)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

/** Finds a function as Sheets does: a declaration in the file, in any case if called from a cell, and no name that ends in an underscore. */
function find(): ((...args: unknown[]) => unknown) | undefined {
  if (setup.name.endsWith("_")) return undefined;
  const names = Object.getOwnPropertyNames(globalThis).filter((name) =>
    setup.kind === "custom" ? name.toUpperCase() === setup.name.toUpperCase() : name === setup.name,
  );
  const [found] = names.map((name) => [name, (globalThis as Record<string, unknown>)[name]] as const).filter(([, value]) => typeof value === "function");
  if (!found) return undefined;
  const [name, declared] = found as [string, (...args: unknown[]) => unknown];
  if (!Function.prototype.toString.call(declared).startsWith(`function ${name}(`))
    throw new Error(`${name} is no function declaration of the file: Sheets offers those only.`);
  return declared;
}

const wordsOf = (e: unknown): string => (e instanceof Error ? e.message : String(e));

function invoke(): FromThread {
  const custom = setup.kind === "custom";
  const declared = find();
  if (!declared)
    return {
      kind: "error",
      message: custom ? `#NAME? Unknown function: '${setup.name}'.` : `Script function not found: ${setup.name}`,
      book: sheet.state(),
    };
  const args = custom ? handOver(setup.args as readonly CellArgument[], timeZone) : (plain(setup.args) as unknown[]);
  const over = { kind: "error", message: "Exceeded maximum execution time" } as const;
  let value: unknown;
  try {
    value = declared(...args);
  } catch (e) {
    if (sheet.died()) return { ...over, book: sheet.state() };
    return { kind: "error", message: wordsOf(e), book: sheet.state() };
  }
  if (sheet.died()) return { ...over, book: sheet.state() };
  return { kind: "value", value: custom ? takeBack(value, timeZone) : plain(value, `what ${setup.name} gave`), book: sheet.state() };
}

runs(() => JSON.stringify(invoke()));
