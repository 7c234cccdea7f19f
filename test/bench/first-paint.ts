import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser } from "playwright-core";
import { median } from "./figures";
import { FLAGS, servePages } from "./served-pages";

const RUNS = 15;
const CDN = "https://appsforoffice.microsoft.com/lib/1/hosted/";
/**
 * Milliseconds from the start of navigation to the first content, with empty caches. office.js is served locally: the delay of Microsoft's network is the
 * same for every add-in.
 */
async function firstPaint(browser: Browser, url: string, office: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 350, height: 800 } });
  await context.route(`${CDN}**`, (route) => {
    const file = path.join(office, new URL(route.request().url()).pathname.slice(new URL(CDN).pathname.length));
    return route.fulfill({ contentType: "text/javascript", body: readFileSync(file) }).catch(() => route.abort());
  });
  const page = await context.newPage();
  await page.goto(url);
  const at = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName("first-contentful-paint")[0];
          if (entry) resolve(entry.startTime);
        }).observe({ type: "paint", buffered: true }),
      ),
  );
  await context.close();
  return at;
}

/** Measures the pane and the workbench beside a page of one heading, in turns. */
export async function firstPaints(out: (line: string) => void, { root, chrome }: { readonly root: string; readonly chrome: string }): Promise<void> {
  const { origin, close } = await servePages(root);
  const bare = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>Bare</title><h1>Bare</h1>"));
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: chrome, args: FLAGS });
  const office = path.join(root, "node_modules", "@microsoft", "office-js", "dist");
  const times: Record<string, number[]> = { "a page of one heading": [], "the pane": [], "the workbench": [] };
  const urls: Record<string, string> = {
    "a page of one heading": `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`,
    "the pane": `${origin}/taskpane.html`,
    "the workbench": `${origin}/workbench`,
  };
  await firstPaint(browser, urls["a page of one heading"]!, office);
  for (let run = 0; run < RUNS; run++) for (const [name, url] of Object.entries(urls)) times[name]?.push(await firstPaint(browser, url, office));
  out("");
  for (const [name, all] of Object.entries(times)) out(`first paint of ${name.padEnd(30)} ${median(all).toFixed(0).padStart(6)} ms (median of ${RUNS})`);
  await browser.close();
  bare.close();
  await close();
}
