import { BANKS, type Bank } from "../../../contract/vocabulary";
import { daysBetween, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { answering, ofSeries, SAMPLE, sampled, type Origin, type Sourced, unknownReason } from "../../answers/answering";
import { DAY, HOUR, type FamilyAnswer, type EvaluateField, type Family, type Component } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { whyUnknown } from "../../names/unknown";
import { economySpelled } from "../../records/economies";
import { firstNotPublicText } from "../awaited";
import { BANK_SPELLINGS, bankName, type BankRow, EURO_MEMBERS, type PolicyRateRow, stoppedText } from "./banks";
import { publishedBankRow } from "./published";
import { policyRateSeries } from "../../records/macro";
import { DAILY_WINDOW_DAYS, sampleBankRow } from "./sample";

const MAX_AGE_S = 6 * HOUR;
/** Minimum change over a year, in percentage points, that counts as hiking or cutting. */
const CYCLE_POINTS = 0.125;

/** The newest known row of a bank's rate, published or sample. */
const rowsFor = (context: Context, bank: Bank): Sourced<BankRow> => publishedBankRow(context, bank) ?? sampled(sampleBankRow(bank, context.clock));

/** Name of a country that shares the euro area's rate on that day; undefined for others. */
function euroMember(country: string, today: IsoDate): string | undefined {
  const area = economySpelled(country);
  const since = area && EURO_MEMBERS[area.code];
  return since !== undefined && since <= today ? area?.title : undefined;
}

const SPELLINGS = [...BANK_SPELLINGS.keys()];

function unknownBank(country: string, today: IsoDate): FamilyAnswer {
  const { reason } = answering(SAMPLE, DAY);
  const member = euroMember(country, today);
  if (member !== undefined)
    return reason("unknown_country", {
      short: `${member} shares the euro area's rate; use XM.`,
      full: `${member} shares the euro area's policy rate. Use XM.`,
    });
  return unknownReason({ reason }, whyUnknown("bank", country, country.length === 2 ? BANKS : SPELLINGS));
}

const stanceOf = (points: number): string => (points >= CYCLE_POINTS ? "hiking" : points <= -CYCLE_POINTS ? "cutting" : "holding");

const CAVEATS = ["central_bank_level_not_flow", "central_bank_bis_lag"] as const;

/** The Federal Reserve sets a range, but its row has one number. */
const MIDPOINT = "midpoint of the target range for the federal funds rate";
const FIRST_RANGE = "2008-12-16";

function answerOf(field: FieldName<"CBRATE">, { rows: row, ...origin }: Sourced<PolicyRateRow>): FamilyAnswer {
  const say = answering(origin, MAX_AGE_S, CAVEATS);
  const change = field.startsWith("last_change") ? row.last_change : null;
  // Before the daily window, sample changes have only their month.
  const window = origin.sample && change && daysBetween(change.date, row.date) > DAILY_WINDOW_DAYS ? (["central_bank_moves_daily_window_only"] as const) : [];
  const caveats = change?.precision === "month" ? (["central_bank_month_precision", ...window] as const) : window;
  const unmoved = () =>
    say.reasonOn(row.date, "no_data_yet", {
      short: "No change of the policy rate is known.",
      full: `No change of the policy rate of ${bankName(row.bank)} is known up to ${row.date}. Field rate gives its level.`,
    });
  // If a faster source gives the newest level, earlier levels may be from the other source. Both are named.
  const history = (answer: FamilyAnswer): FamilyAnswer => {
    if (!row.superseded || origin.sample) return answer;
    const other = ofSeries(row.superseded.source, policyRateSeries(row.bank));
    const component = (name: string, { source, sample }: Origin, observation_date: IsoDate): Component => ({ name, source, sample, observation_date });
    return {
      ...answer,
      components: [component("the newest level", origin, row.date), component("levels before it", other, row.superseded.date)],
      provenance: [...(origin.provenance ?? []), ...(other.provenance ?? [])],
    };
  };
  const note = row.note ?? (row.bank === "US" && row.date >= FIRST_RANGE ? MIDPOINT : undefined);
  const figures: Readonly<Record<typeof field, () => FamilyAnswer>> = {
    rate: () => ({ ...say.number(row.rate, "%", row.date), ...(note === undefined ? {} : { note }) }),
    date: () => say.date(row.date, row.date),
    rate_source: () => say.text(row.rate_source, row.date),
    superseded_rate_pct: () =>
      // Equal levels mean that the faster source confirmed the rate.
      row.superseded && row.superseded.rate !== row.rate
        ? answering(ofSeries(row.superseded.source, policyRateSeries(row.bank)), MAX_AGE_S, CAVEATS).number(row.superseded.rate, "%", row.superseded.date)
        : say.reasonOn(row.date, "not_superseded", {
            short: "No faster source has superseded the rate.",
            full: `No faster source has superseded the published policy rate of ${bankName(row.bank)}. Field rate gives it.`,
          }),
    stance: () =>
      row.change_over_year === null
        ? say.reasonOn(row.date, "no_data_yet", {
            short: `Less than a year of history by ${row.date}.`,
            full: `The stance needs a year of history, and the policy rate of ${bankName(row.bank)} has less by ${row.date}. Field rate gives its level.`,
          })
        : history(say.text(stanceOf(row.change_over_year), row.date, "central_bank_cycle_window_cumulative")),
    last_change: () => (change ? { ...history(say.number(change.points, "pp", change.date, ...caveats)), newest: row.date } : unmoved()),
    last_change_date: () => (change ? { ...history(say.date(change.date, change.date, ...caveats)), newest: row.date } : unmoved()),
  };
  return figures[field]();
}

/**
 * One central bank's policy rate in percent, its stance and its last change. The US rate is the midpoint of the target range. Published rows come from the Bank for
 * International Settlements, or from the European Central Bank if that is newer. Fails with `unknown_country`, `withheld_stopped` (the source stopped publishing),
 * `not_superseded` and `no_data_yet`.
 */
const cbrate: EvaluateField<FieldName<"CBRATE">> = ([country], context, field) => {
  const bank = BANK_SPELLINGS.get(String(country));
  if (!bank) return unknownBank(String(country), context.clock.today());
  const { rows: row, ...origin } = rowsFor(context, bank);
  const { reason, reasonOn } = answering(origin, MAX_AGE_S, ["central_bank_level_not_flow"]);
  if (row.kind === "stopped") return reasonOn(row.last, "withheld_stopped", stoppedText(bankName(bank), row));
  if (row.kind === "not_yet" && row.awaited) return reason("no_data_yet", firstNotPublicText({ ...row.awaited, of: `policy rate of ${bankName(bank)}` }));
  if (row.kind === "not_yet")
    return reason("no_data_yet", {
      short: `The policy rate begins on ${row.first}.`,
      full: `The ${origin.sample ? "" : "loaded "}policy rate of ${bankName(bank)} begins on ${row.first}.${origin.sample ? "" : " Load earlier data."}`,
    });
  return answerOf(field, { rows: row, ...origin });
};

export const centralBanks: Family = {
  name: "central-banks",
  functions: {
    CBRATE: {
      evaluate: cbrate,
      ages: {
        fields: { ...all("latest", "rate", "superseded_rate_pct", "rate_source", "stance", "last_change", "last_change_date"), date: "day" },
        age: () => "policy_rate",
        dayField: "date",
      },
      universe: () => BANKS.length,
      asOf: "name",
    },
  },
  series: BANKS.map(policyRateSeries),
  isPublished: ([country], context) => {
    const bank = BANK_SPELLINGS.get(String(country));
    return bank !== undefined && publishedBankRow(context, bank) !== undefined;
  },
};
