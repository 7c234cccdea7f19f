import type { Answer, AnswerComponent } from "../core/outcome";
import type { Lock, LockQuestion } from "./lock";

const componentOf = ({ observation_date: observationDate, sample, ...rest }: NonNullable<LockQuestion["components"]>[number]): AnswerComponent => ({
  ...rest,
  sample: sample === true,
  ...(observationDate === undefined ? {} : { observationDate }),
});

/** The answer that a lock has, with its provenance, as the service gave it. It does not age. */
export function answerOf(of: LockQuestion, { documents, service }: Pick<Lock, "documents" | "service">): Answer {
  const { observation_date: observationDate, public: stated, retrieved, rows, caveats, sample, components, ...rest } = of;
  return {
    ...rest,
    caveats: caveats ?? [],
    sample: sample === true,
    maxAgeS: 0,
    receivedAt: Date.parse(service.moment),
    ...(observationDate === undefined ? {} : { observationDate }),
    ...(retrieved === undefined ? {} : { asOf: retrieved }),
    ...(components === undefined ? {} : { components: components.map(componentOf) }),
    ...(stated === undefined
      ? {}
      : {
          published: {
            at: stated.at,
            basis: stated.basis,
            firstUnknown: stated.first_value_unknown === true,
            ...(stated.rule === undefined ? {} : { rule: stated.rule }),
            ...(stated.revisions === undefined ? {} : { revisions: stated.revisions }),
          },
        }),
    trace: {
      rows: (rows ?? []).flatMap(({ document, ...row }) => {
        const found = documents[document];
        return found ? [{ ...row, document: { sha256: document, ...found } }] : [];
      }),
      state: { moment: service.moment, importPosition: service.import_position, version: service.version },
    },
  };
}
