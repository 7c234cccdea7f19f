import { isoOf } from "../../contract/dates";
import { isOn } from "../../service/publishers/is-on";
import type { Publisher } from "../../service/publishers/publisher";
import { dataWords, Mistyped } from "../io";
import { RUN, withStore, type DataCall } from "./data-io";
import { publishersNamed } from "./publishers-named";

function one(command: string, words: readonly string[]): Publisher {
  const [publisher, ...more] = publishersNamed(command, words);
  if (!publisher || more.length > 0) throw new Mistyped(`${command}: name one publisher, for example: ${RUN} ${command} treasury`);
  return publisher;
}

/** `data -- enable`: prints the terms; with `--accept` the operator has read them, and the publisher is asked from then on. */
export function enable({ words, options, folder, database, io }: DataCall): number {
  const publisher = one("enable", words);
  const { licence, url, text } = publisher.terms;
  const elsewhere = dataWords(folder);
  io.out(publisher.name);
  io.out(`  Terms: ${licence}`);
  io.out(`  Where they stand: ${url}`);
  io.out(`  ${text}`);
  if (!publisher.live && !publisher.feeds.some((f) => f.fetching)) {
    io.out(`${publisher.id} is never asked: it takes files alone. To bring one, type: ${RUN} import ${publisher.id} FILE${elsewhere}`);
    return 0;
  }
  return withStore(database, (store) => {
    if (isOn(store.feeds, publisher)) io.out(`${publisher.id} is on already.`);
    else if (options.accept) {
      store.feeds.decide(publisher.id, true, isoOf(io.now()));
      if (publisher.live)
        io.out(
          `${publisher.id} is on: it is asked while a cell waits, and nothing of it is kept. Next, set SERVICE_FRED_KEY to your key and type: npm start${elsewhere && ` --${elsewhere}`}`,
        );
      else io.out(`${publisher.id} is on: it is asked when its data is due. Next, type: ${RUN} update ${publisher.id}${elsewhere}`);
    } else {
      io.out(`${publisher.id} is off. If you have read the terms and keep to them, type: ${RUN} enable ${publisher.id} --accept${elsewhere}`);
      return 2;
    }
    return 0;
  });
}

/** `data -- disable`: the publisher is not asked any more; what was fetched stays. */
export function disable({ words, database, io }: DataCall): void {
  const publisher = one("disable", words);
  withStore(database, (store) => store.feeds.decide(publisher.id, false, isoOf(io.now())));
  if (publisher.live) io.out(`${publisher.id} is off: it is not asked any more.`);
  else io.out(`${publisher.id} is off: it is not asked any more. What was fetched stays and is served; ${RUN} forget takes out a series.`);
}
