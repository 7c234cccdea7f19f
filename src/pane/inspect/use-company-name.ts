import { useEffect, useState } from "preact/hooks";
import { companiesOf } from "../formula/search/companies";
import type { PaneHost } from "../pane-host";

/** The name of the company with this ticker; undefined until the service has answered, and for an unknown ticker. */
export function useCompanyName(host: PaneHost, ticker: string | undefined): string | undefined {
  const source = companiesOf(host);
  const [, redraw] = useState(0);
  const known = ticker === undefined ? undefined : source?.known(ticker);
  useEffect(() => {
    if (ticker === undefined || !source || known) return;
    const controller = new AbortController();
    void source.load(ticker, controller.signal).then((found) => {
      if (found && !controller.signal.aborted) redraw((n) => n + 1);
    });
    return () => controller.abort();
  }, [source, ticker]);
  return known?.companies.find((company) => company.ticker.toUpperCase() === ticker?.toUpperCase())?.name;
}
