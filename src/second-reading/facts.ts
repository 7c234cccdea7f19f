import type { FactReading } from "./reading";

interface Fact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly accn: string;
  readonly form: string;
  readonly filed: string;
}
interface CompanyFacts {
  readonly cik: number | string;
  readonly facts: Readonly<Record<string, Readonly<Record<string, { readonly units: Readonly<Record<string, readonly Fact[]>> }>>>>;
}

const isCompanyFacts = (document: unknown): document is CompanyFacts =>
  typeof document === "object" && document !== null && "cik" in document && "facts" in document && typeof document.facts === "object";

/** Every fact of a company-facts document, in no order that means anything. `fy` and `fp` describe the filing, so they are not read. */
export function readFacts(text: string): FactReading[] {
  const document: unknown = JSON.parse(text);
  if (!isCompanyFacts(document)) return [];
  const cik = String(Number(document.cik));
  return Object.entries(document.facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags).flatMap(([tag, { units }]) =>
      Object.entries(units).flatMap(([unit, facts]) =>
        facts.map(({ start, end, val, accn, form, filed }): FactReading => ({
          kind: "fact",
          cik,
          tag: `${taxonomy}:${tag}`,
          unit,
          start,
          end,
          value: val,
          accession: accn,
          form,
          filed,
        })),
      ),
    ),
  );
}
