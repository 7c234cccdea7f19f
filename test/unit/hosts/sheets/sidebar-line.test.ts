import type { Failure } from "../../../../src/core/failure";
import { sidebarLine } from "../../../../src/hosts/sheets/sidebar/sidebar-line";
import type { KeyTest } from "../../../../src/hosts/sheets/sidebar-calls";
import { STATUS } from "../../../browser/sheets-sidebar/paper-script";

const account = { baseUrl: "https://service.example", hasKey: true, keyUse: "" };
const line = (test: KeyTest | undefined, hasKey = true) => sidebarLine({ ...account, hasKey }, test && { at: Date.now(), test })?.words;
const failed = (failure: Failure): KeyTest => ({ ok: false, message: "No.", failure });

describe("the connection in the bar of the sidebar", () => {
  it.each<[string | undefined | RegExp, KeyTest | undefined, boolean?]>([
    ["no API key", undefined, false],
    [undefined, undefined],
    ["partly sample data", { ok: true, status: STATUS }],
    ["connected", { ok: true, status: { ...STATUS, sample: false } }],
    ["key refused", failed({ code: "revoked_key" })],
    ["quota used", failed({ code: "over_quota" })],
    [/^not answering since \d\d:\d\d$/, failed({ code: "network" })],
    [undefined, { ok: false, message: "From an older script." }],
  ])("says %s", (words, test, hasKey) => {
    if (words instanceof RegExp) expect(line(test, hasKey)).toMatch(words);
    else expect(line(test, hasKey)).toBe(words);
  });
});
