import { Type } from "@sinclair/typebox";
import { addDays } from "../../../contract/dates";
import { knownOfferings, offeringFigure } from "../../families/offerings/offerings";
import { OFFERING_FORMS } from "../../records/filings";
import { cellPage, cellRow, rowOfAnswers } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const FIGURES = cellRow("IPO", {
  form: ["form", oneOfTexts(OFFERING_FORMS)],
  company: ["company", Type.String()],
  filed: ["filed", Type.String(), "The filing day."],
  price_usd: ["price", Type.Number(), "Offer price of a share, US dollars. A range is never turned into a price."],
  price_low_usd: ["price_low", Type.Number(), "Low end of the range, US dollars."],
  price_high_usd: ["price_high", Type.Number(), "High end of the range, US dollars."],
  shares: ["shares", Type.Number(), "Shares offered."],
  proceeds_usd: ["proceeds", Type.Number(), "price_usd × shares, US dollars."],
  exchange: ["exchange", Type.String(), "Listing exchange."],
  parse_confidence: ["parse_confidence", Type.Number({ description: "Confidence of the classifier, 0 to 1." })],
  accession: ["accession", Type.String(), "The SEC's number of the filing."],
  ipo_group_key: ["ipo_group_key", Type.String(), "The same for all filings of one offering."],
});
const QUERY = {
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: "A ticker, or beginnings of words of the company's name." })),
  form: Type.Optional(oneOfTexts(OFFERING_FORMS, { description: "Omit for all forms." })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650, description: "Calendar days up to the service's date. Omit for all filings." })),
};
const Row = Type.Object({
  ticker: orNull(Type.String(), "The future symbol; null if the filing names none."),
  date: Type.String({ description: "The filing day, or the prospectus's own date." }),
  ...FIGURES.schema,
});

const NONE = "No offering filing matches. Use more days, another form, or other words.";

/** GET /v1/equities/offerings: offering filings, newest first, with the figures that IPO shows. If any filing is imported, only imported ones are listed. */
export const offeringsEndpoint = endpoint({
  path: "/v1/equities/offerings",
  summary: "IPO and offering filings",
  tag: "equities",
  examples: [{}, { parameters: { q: "RDDT" } }, { parameters: { form: "S-9" }, status: 422 }],
  query: QUERY,
  paging: { most: 200, fallback: 50, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: FIGURES.caveats,
  answer: ({ q, form, days }, context) => {
    const { rows, whyEmpty = NONE } = shownRows(context, context.store.records.any("offering"), () => knownOfferings(context, q));
    const from = days === undefined ? "" : addDays(context.clock.today(), 1 - days);
    const found = rows.filter(({ date, body }) => date >= from && (form === undefined || body.form === form)).toReversed();
    return listAnswer(found, (page) => ({
      ...cellPage(
        context,
        page,
        (filing) => rowOfAnswers(FIGURES.answersBy((field) => offeringFigure(filing, field))),
        ({ body: { ticker }, date }, { row }) => ({ ticker, date, ...row }),
      ),
      note: found.length > 0 ? undefined : whyEmpty,
    }));
  },
});
