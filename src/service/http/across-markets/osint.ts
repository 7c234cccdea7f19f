import { Type } from "@sinclair/typebox";
import { cellRow, cellsEnvelope, readNames } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";

const FIGURES = cellRow("OSINT", {
  count: ["", Type.Number(), "Number of reports. Zero means that the sources were read and nothing matched."],
});

/** GET /v1/osint/{keyword}: the number of open-source reports that match a keyword, as OSINT shows it. A new keyword is fetched with the next update. */
export const osintEndpoint = endpoint({
  path: "/v1/osint/:keyword",
  summary: "Number of open-source reports that match a keyword",
  tag: "service",
  examples: [{ parameters: { keyword: "semiconductor", hours: 48 } }, { parameters: { keyword: "semiconductor", hours: 721 }, status: 422 }],
  params: { keyword: Type.String({ minLength: 1, maxLength: 80, description: "Words that must all match, any case." }) },
  query: { hours: Type.Integer({ minimum: 1, maximum: 720, default: 24, description: "Hours up to the service's time." }) },
  asOf: true,
  data: Type.Object({
    keyword: Type.String(),
    hours: Type.Integer(),
    window: Type.Optional(Type.String({ description: "The hours that were counted." })),
    ...FIGURES.schema,
  }),
  answer: ({ keyword: asked, hours }, context) => {
    const names = readNames("OSINT", [asked, hours]);
    if ("code" in names) return names;
    const { row, answers } = FIGURES.of(names, context);
    const { note } = answers[0]!;
    return { data: { keyword: String(names[0]), hours, ...row, ...(note === undefined ? {} : { window: note }) }, ...cellsEnvelope(context, answers) };
  },
});
