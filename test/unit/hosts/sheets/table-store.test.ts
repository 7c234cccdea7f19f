import { createDocumentTexts } from "../../../../src/hosts/sheets/document-texts";
import { createSerialDates } from "../../../../src/hosts/sheets/dates";
import { createPropertyStore, type PropertyStore } from "../../../sheets/property-store";
import { dayText, instantOfText, localOf, timeText } from "../../../sheets/zone";

function useProperties(store: PropertyStore): void {
  const properties = {
    getProperties: () => store.read(),
    setProperties: (values: Record<string, string>) => store.write(values, []),
    deleteProperty: (name: string) => store.write({}, [name]),
  };
  Object.assign(globalThis, { PropertiesService: { getDocumentProperties: () => properties } });
}

describe("texts in the spreadsheet's properties", () => {
  it("may be longer than Google's 9 KB, in any script, and leave nothing behind", () => {
    const store = createPropertyStore();
    useProperties(store);
    const long = JSON.stringify({ notes: ["Zürich – 東京 😀".repeat(3_000)] });
    const texts = createDocumentTexts();
    void texts.write("service.table.t1", long);
    void texts.write("service.table.t10", '"other"');
    expect(JSON.parse(createDocumentTexts().read("service.table.t1") ?? "")).toEqual(JSON.parse(long));
    void createDocumentTexts().write("service.table.t1", '"short"');
    expect(createDocumentTexts().read("service.table.t1")).toBe('"short"');
    void createDocumentTexts().write("service.table.t1", undefined);
    expect(createDocumentTexts().read("service.table.t1")).toBeUndefined();
    expect([...store.values.keys()]).toEqual(["service.table.t10/0", "service.table.t10"]);
  });

  it("that were cut off read as damaged, and one that does not fit is refused before it is written", () => {
    const store = createPropertyStore();
    useProperties(store);
    const texts = createDocumentTexts();
    void texts.write("a", JSON.stringify("x".repeat(20_000)));
    store.values.delete("a/1");
    expect(createDocumentTexts().read("a")).toBe("");
    expect(texts.hasRoom("b", "y".repeat(455_000))).toBe(true);
    expect(texts.hasRoom("b", "y".repeat(465_000))).toBe(false);
    void texts.write("b", "y".repeat(455_000));
  });
});

describe("dates of cells", () => {
  const utilities = { formatDate: (date: Date, zone: string) => `${dayText(localOf(date.getTime(), zone))} ${timeText(localOf(date.getTime(), zone))}` };

  it.each(["Etc/GMT", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"])(
    "are serial numbers in the time zone %s, also where daylight saving skips or repeats an hour",
    (zone) => {
      Object.assign(globalThis, { Utilities: utilities });
      const serialOf = createSerialDates(zone);
      const wrong: string[] = [];
      for (let serial = 41_000; serial < 45_500; serial++)
        for (const [part, time] of [
          [0, ""],
          [2.5 / 24, " 02:30"],
        ] as const) {
          const shown = `${new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10)}${time}`;
          const read = serialOf(new Date(instantOfText(shown, zone)), () => shown);
          if (Math.abs(read - serial - part) > 1e-9) wrong.push(`${shown}: ${read}`);
        }
      expect(wrong).toEqual([]);
    },
  );
});
