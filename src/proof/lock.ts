import { type Static, Type } from "@sinclair/typebox";
import { PUBLICATION_BASES } from "../contract/publication";
import { LOCK_FORMAT } from "./lock-format";

// `book.lock.json`: what a refresh asked, what it was answered, and what each cell showed then. docs/book-lock.schema.json is generated from it.

const SHA256 = "^[0-9a-f]{64}$";
const Moment = (description: string) => Type.String({ description: `${description}, ISO 8601 in UTC.` });

const LockValue = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null(), Type.Object({ error: Type.String({ examples: ["#N/A"] }) })], {
  description: "What a cell shows: dates as serial numbers, an error value as an object, null for an empty cell.",
});

export const LockDocument = Type.Object(
  {
    publisher: Type.String(),
    file: Type.String({ description: "Its name when it was imported." }),
    position: Type.Integer({ description: "Its number in the service's import log." }),
    received: Moment("When the service imported it"),
    rules: Type.Optional(Type.Integer({ minimum: 1, description: "Version of the parsing rules that gave its rows. Absent for 0." })),
  },
  { description: "A document in the service's archive. `npm run -s data -- files` lists them." },
);
export type LockDocument = Static<typeof LockDocument>;

const LockRow = Type.Object(
  {
    document: Type.String({ pattern: SHA256, description: "SHA-256 of the document that it came in." }),
    dataset: Type.String({ description: "`observation` for a value of a series, else the kind of record." }),
    entity: Type.String({ description: "The series, or the name that the record is about." }),
    date: Type.String({ description: "The day that the row describes." }),
    key: Type.Optional(Type.String({ description: "What distinguishes records of one name and day." })),
  },
  { description: "A published row that the answer was read from: of each input, the one that became public last." },
);

const LockComponent = Type.Object(
  {
    name: Type.String(),
    value: Type.Optional(Type.Number()),
    unit: Type.Optional(Type.String()),
    observation_date: Type.Optional(Type.String()),
    source: Type.Optional(Type.String()),
    sample: Type.Optional(Type.Literal(true)),
    absent: Type.Optional(Type.String({ description: "Why it is missing." })),
  },
  { description: "A component of a computed answer." },
);

export const LockQuestion = Type.Object(
  {
    value: Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()], { description: "Null always comes with `code` and `reason`." }),
    kind: Type.Optional(Type.Literal("date", { description: "The value is a date, as ISO text." })),
    code: Type.Optional(Type.String({ description: "Why there is no value: one of the service's codes." })),
    reason: Type.Optional(Type.String({ description: "The same in words, as the cell shows it." })),
    explanation: Type.Optional(Type.String({ description: "The reason in full." })),
    unit: Type.Optional(Type.String()),
    observation_date: Type.Optional(Type.String({ description: "The period that the value describes." })),
    public: Type.Optional(
      Type.Object(
        {
          at: Moment("When the value became public"),
          basis: Type.Union(PUBLICATION_BASES.map((basis) => Type.Literal(basis))),
          rule: Type.Optional(Type.String({ description: "The release rule that gives the moment." })),
          revisions: Type.Optional(Type.Integer({ description: "How many times the value had changed since the first one that the service has." })),
          first_value_unknown: Type.Optional(Type.Literal(true)),
        },
        { description: "When the value became public, and how that is known." },
      ),
    ),
    retrieved: Type.Optional(Moment("When the service last confirmed the value")),
    source: Type.Optional(Type.String()),
    attribution: Type.Optional(Type.String({ description: "To quote with the value." })),
    rows: Type.Optional(Type.Array(LockRow)),
    caveats: Type.Optional(Type.Array(Type.String())),
    sample: Type.Optional(Type.Literal(true, { description: "The answer is generated sample data." })),
    note: Type.Optional(Type.String()),
    components: Type.Optional(Type.Array(LockComponent)),
  },
  { description: "The answer to one question." },
);
export type LockQuestion = Static<typeof LockQuestion>;

export const LockCell = Type.Object(
  {
    formula: Type.String({ description: "As Excel displays it." }),
    questions: Type.Optional(
      Type.Array(Type.String(), { description: "What it asked: keys of `questions`. Absent for a formula that only depends on other cells." }),
    ),
    shows: Type.Union([LockValue, Type.Array(Type.Array(LockValue))], {
      description: "What it showed after the refresh; the rows of its block if it is an array.",
    }),
    kept: Type.Optional(Type.String({ description: "Why the refresh kept its earlier value, in sentences." })),
    differs: Type.Optional(
      Type.String({
        description: "What differed, if the value was kept because the formula did not give it before the refresh.",
        examples: ["stored 0,10, calculated 004"],
      }),
    ),
  },
  { description: "A formula that the refresh calculated or kept." },
);
export type LockCell = Static<typeof LockCell>;

const LockName = Type.Object(
  {
    name: Type.String(),
    formula: Type.String({ description: "What it refers to, as Excel displays it." }),
    sheet: Type.Optional(Type.String({ description: "The sheet that it is limited to; absent for a name of the whole book." })),
  },
  { description: "A defined name." },
);

export const Lock = Type.Object(
  {
    format: Type.Literal(LOCK_FORMAT),
    book: Type.Object({
      before: Type.String({ pattern: SHA256, description: "SHA-256 of the file that was refreshed." }),
      after: Type.String({ pattern: SHA256, description: "SHA-256 of the file that was written." }),
    }),
    service: Type.Object({
      moment: Moment("The moment of its answers: the last one, if there were several requests"),
      as_of: Type.Optional(Type.String({ description: "The day or moment that `--as-of` asked for, else the as-of date saved in the workbook." })),
      import_position: Type.Integer({ description: "The last entry of its import log." }),
      version: Type.String(),
    }),
    refresh: Type.Object({
      version: Type.String({ description: "The version of the command." }),
      local_time: Type.String({ description: "The local date and time of TODAY and NOW.", examples: ["2026-06-30T13:00:00"] }),
    }),
    documents: Type.Record(Type.String({ pattern: SHA256 }), LockDocument, { description: "By SHA-256." }),
    questions: Type.Record(Type.String(), LockQuestion, { description: "By question: a call as a formula writes it." }),
    names: Type.Optional(Type.Array(LockName, { description: "The defined names that the formulas use. Absent if there are none." })),
    cells: Type.Record(Type.String(), LockCell, { description: "By address, such as Sheet1!B2, in the order of the book." }),
  },
  { title: "Book lock", description: "What a refresh of a workbook asked, what it was answered, and what each cell showed then." },
);
export type Lock = Static<typeof Lock>;
