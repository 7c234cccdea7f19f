import { isRecord } from "../../contract/json";
import { SPACE } from "./answer-store";
import { scriptCache } from "./script-cache";

/** How the cells of one function ended since a moment. */
interface FunctionReport {
  /** A cell has called it, and has only newer answers. */
  readonly answered: boolean;
  /** Why a cell that called it has no newer answer. */
  readonly trouble?: string;
}

/** Longer than an execution of a refresh, in seconds. */
const KEPT_S = 600;

const answeredName = (id: string): string => `answered.${SPACE}.${id}`;
const troubleName = (id: string): string => `trouble.${SPACE}.${id}`;

/**
 * Reports the end of a cell's call to the refresh that recalculates it. Google tells a script neither which cells have called a function nor how that ended.
 * @param id the function, such as `SERVICE.FRED`
 * @param trouble why the cell has no newer answer; undefined if it has
 */
export function reportCall(id: string, trouble: string | undefined, now: number): void {
  const [name, report] = trouble === undefined ? [answeredName(id), { at: now }] : [troubleName(id), { at: now, trouble }];
  scriptCache().putAll({ [name]: JSON.stringify(report) }, KEPT_S);
}

/** What cells have reported of these functions since a moment in wall milliseconds, by function. */
export function reportsSince(ids: readonly string[], since: number): ReadonlyMap<string, FunctionReport> {
  const texts = scriptCache().getAll(ids.flatMap((id) => [answeredName(id), troubleName(id)]));
  const read = (name: string): Record<string, unknown> | undefined => {
    const report: unknown = JSON.parse(texts[name] ?? "null");
    return isRecord(report) && typeof report.at === "number" && report.at >= since ? report : undefined;
  };
  return new Map(
    ids.map((id) => {
      const trouble = read(troubleName(id))?.trouble;
      return [id, { answered: read(answeredName(id)) !== undefined, ...(typeof trouble === "string" ? { trouble } : {}) }];
    }),
  );
}
