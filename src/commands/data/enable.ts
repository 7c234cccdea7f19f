import { isoOf } from "../../contract/dates";
import { SAMPLE_SWITCH } from "../../service/families/sample-switch";
import { isFilesOnly, isPublisherOn } from "../../service/ingest/due";
import type { Publisher } from "../../service/publishers/publisher";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { type DataCall, publishersNamed, readingStore, RUN, withStore } from "./data-io";

function one(command: string, words: readonly string[]): Publisher {
  const [publisher] = words.length === 1 ? publishersNamed(command, words, { word: SAMPLE_SWITCH, means: "generated data" }) : [];
  if (!publisher) throw new UsageError(`${command}: name one publisher, for example: ${RUN} ${command} treasury`);
  return publisher;
}

export const SAMPLE_OFF = "Sample data is off: cells without published data show the reason.";

const decide = (call: DataCall, id: string, on: boolean): void =>
  withStore(call, (store) => store.writing(() => store.decisions.decide(id, on, isoOf(call.io.now()))));

/** `enable sample` and `disable sample`: turns sample data on or off. */
function switchSample(on: boolean, call: DataCall): void {
  const { folder, io } = call;
  decide(call, SAMPLE_SWITCH, on);
  if (on) io.out("Sample data is on: cells without published data show sample values, labelled as such.");
  else io.out(`${SAMPLE_OFF} To load data, type: ${RUN} update${dataOption(folder)}`);
}

const isSample = (words: readonly string[]): boolean => words.length === 1 && words[0]?.toLowerCase() === SAMPLE_SWITCH;

/** `data -- enable`: prints the terms; with `--accept`, turns the publisher on. */
export function enable(call: DataCall): number {
  const { words, options, folder, io } = call;
  if (isSample(words)) {
    switchSample(true, call);
    return 0;
  }
  const publisher = one("enable", words);
  const { licence, url, text } = publisher.terms;
  const inFolder = dataOption(folder);
  const terms = (): void => {
    io.out(publisher.name);
    io.out(`  Terms: ${licence}`);
    io.out(`  Published at: ${url}`);
    io.out(`  ${text}`);
  };
  if (isFilesOnly(publisher)) {
    terms();
    io.out(`${publisher.id} is imported from files only. To import one, type: ${RUN} import ${publisher.id} FILE${inFolder}`);
    return 0;
  }
  const turnOn = (store: Store): number => {
    terms();
    if (isPublisherOn(store.decisions, publisher)) io.out(`${publisher.id} is already on.`);
    else if (options.accept) {
      store.writing(() => store.decisions.decide(publisher.id, true, isoOf(io.now())));
      if (publisher.live)
        io.out(
          `${publisher.id} is on: cells fetch it directly, and nothing is stored. Next, set SERVICE_FRED_KEY to your key and type: npm start${inFolder && ` --${inFolder}`}`,
        );
      else io.out(`${publisher.id} is on: its data is fetched when due. Next, type: ${RUN} update ${publisher.id}${inFolder}`);
    } else {
      io.out(`${publisher.id} is off. If you have read the terms and accept them, type: ${RUN} enable ${publisher.id} --accept${inFolder}`);
      return 2;
    }
    return 0;
  };
  return options.accept ? withStore(call, turnOn) : readingStore(call.database, turnOn);
}

/** `data -- disable`: turns a publisher off; fetched data stays. */
export function disable(call: DataCall): void {
  const { words, folder, io } = call;
  if (isSample(words)) return switchSample(false, call);
  const publisher = one("disable", words);
  if (isFilesOnly(publisher))
    return io.out(`${publisher.id} is imported from files only and cannot be turned off. To remove a file, type: ${RUN} forget FILE${dataOption(folder)}`);
  decide(call, publisher.id, false);
  if (publisher.live) io.out(`${publisher.id} is off: it is no longer fetched.`);
  else io.out(`${publisher.id} is off: it is no longer fetched. Stored data is still served; ${RUN} forget SERIES removes a series.`);
}
