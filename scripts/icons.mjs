/**
 * Draws assets/icon-<size>.png from assets/icon.svg, in the sizes of the manifests and the ribbon, and in 128 for pages; and
 * assets/icon-outline-32.png, white on transparent, for the unified manifest.
 * Needs Chromium: /usr/bin/chromium, or the one that the variable CHROMIUM names.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const SIZES = [16, 20, 24, 32, 40, 48, 64, 80, 128, 192];

const assets = join(dirname(dirname(fileURLToPath(import.meta.url))), "assets");
const drawing = readFileSync(join(assets, "icon.svg"), "utf8");
const outline = drawing.replace(/<rect[^>]*\/>/, "");
const pictures = [...SIZES.map((size) => [`icon-${size}.png`, size, drawing]), ["icon-outline-32.png", 32, outline]];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  for (const [file, size, picture] of pictures) {
    const svg = Buffer.from(picture).toString("base64");
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}img{display:block;width:${size}px;height:${size}px}</style><img src="data:image/svg+xml;base64,${svg}">`);
    await page.locator("img").evaluate((image) => image.decode());
    await page.screenshot({ path: join(assets, file), omitBackground: true, clip: { x: 0, y: 0, width: size, height: size } });
  }
} finally {
  await browser.close();
}
