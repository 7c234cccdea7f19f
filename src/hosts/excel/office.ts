type Environment = "excel" | "browser";

/** Longer than any host takes to say who it is; without a limit a page outside Excel whose address looks like Excel's would wait for ever. */
const PATIENCE_MS = 10_000;

/**
 * Says where the page runs once office.js knows; `browser` where office.js could not be loaded, finds no Excel, or does not answer in time.
 * An Excel that answers later is told of through `late`.
 */
export function whenReady(late: () => void): Promise<Environment> {
  if (typeof Office === "undefined") return Promise.resolve("browser");
  return new Promise((resolve) => {
    let given = false;
    const give = (environment: Environment) => {
      if (given && environment === "excel") late();
      given = true;
      resolve(environment);
    };
    const timer = setTimeout(() => give("browser"), PATIENCE_MS);
    Office.onReady(({ host }) => {
      clearTimeout(timer);
      give(host === Office.HostType.Excel ? "excel" : "browser");
    }).catch(() => give("browser"));
  });
}

/** True once the host has said which requirement sets it has. Outside a host, and before it is ready, there are none to ask about. */
export const isHostKnown = (): boolean => typeof Office !== "undefined" && Boolean((Office.context as { requirements?: unknown } | undefined)?.requirements);

/** Whether the host has this requirement set. Outside a host `requirements` is missing altogether. */
export function isSetSupported(name: string, version: string): boolean {
  try {
    return Office.context.requirements.isSetSupported(name, version);
  } catch {
    return false;
  }
}
