/** The `google.script.run` of a page served by HtmlService, as strict as Google's. Runs in the page; `window.answerScript` belongs to the test. An address with `no-google` has none. */
export function playGoogle(): void {
  if (new URLSearchParams(location.search).has("no-google")) return;
  interface Handlers {
    readonly success?: (value: unknown) => void;
    readonly failure?: (error: Error) => void;
  }
  const shared = window as unknown as { answerScript(name: string, args: string): Promise<string>; google: unknown };

  /** Google accepts only JSON, and names the argument that is not. */
  const check = (value: unknown, where: string): void => {
    if (value === null || ["string", "boolean"].includes(typeof value) || (typeof value === "number" && Number.isFinite(value))) return;
    const plain = Array.isArray(value) || Object.getPrototypeOf(value ?? 1) === Object.prototype;
    if (!plain) throw new TypeError(`Failed due to illegal value in property: ${where}`);
    for (const [name, member] of Object.entries(value as object)) check(member, name);
  };
  const runner = (handlers: Handlers): object => ({
    withSuccessHandler: (success: Handlers["success"]) => runner({ ...handlers, ...(success ? { success } : {}) }),
    withFailureHandler: (failure: Handlers["failure"]) => runner({ ...handlers, ...(failure ? { failure } : {}) }),
    serviceSidebar: (...args: unknown[]) => {
      args.forEach((argument, i) => check(argument, String(i)));
      const [name, given] = args;
      void shared.answerScript(String(name), JSON.stringify(given)).then((text) => {
        const told = JSON.parse(text) as { readonly threw?: string; readonly lost?: true; readonly reply?: unknown };
        if (told.lost) return;
        if (told.threw !== undefined) handlers.failure?.(new Error(told.threw));
        else handlers.success?.(told.reply);
      });
    },
  });
  shared.google = { script: { run: runner({}) } };
}
