import { useEffect, useMemo, useState } from "preact/hooks";
import { searchWords } from "../../../contract/search-words";
import type { Company, CompanySource, FoundCompanies } from "./companies";

interface Searched {
  /** Undefined until the service has answered. */
  readonly companies: readonly Company[] | undefined;
  readonly searching: boolean;
  /** Why a ticker was refused. */
  readonly note: string | undefined;
}

/** The companies that a text names, asked after a pause in typing. Until they are known, those of the text before it stay if they match this one, too. */
export function useCompanies(source: CompanySource | undefined, typed: string): Searched {
  const text = typed.trim();
  const [loaded, setLoaded] = useState<{ readonly text: string; readonly found: FoundCompanies | undefined } | undefined>();
  const known = text === "" ? undefined : source?.known(text);
  useEffect(() => {
    if (!source || text === "") return undefined;
    const kept = source.known(text);
    if (kept) {
      setLoaded({ text, found: kept });
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void source.load(text, controller.signal).then((found) => {
        if (!controller.signal.aborted) setLoaded({ text, found });
      });
    }, source.pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, text]);
  const current = known !== undefined || loaded?.text === text;
  const own = known ?? loaded?.found;
  const companies = useMemo(() => {
    if (current || !own) return own?.companies;
    const words = searchWords(text);
    const still = own.companies.filter(({ matched }) => matched.every((word) => words.includes(word)));
    return still.length > 0 ? still : undefined;
  }, [own, current, text]);
  return { companies: source ? companies : undefined, searching: source !== undefined && text !== "" && !current, note: current ? own?.note : undefined };
}
