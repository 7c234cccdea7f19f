import fastifyStatic from "@fastify/static";
import type {} from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { localKeyRoute, type LocalKeyOptions } from "./local-key";
import { localUpdateRoute } from "./local-update/local-update-route";
import type { LocalUpdates } from "./local-update/local-updates";

interface PagesOptions extends LocalKeyOptions {
  /** The folder of the built pages. */
  readonly web: string;
  /** Updates that these pages may start; undefined if none. */
  readonly updates?: LocalUpdates;
}

/** Hosts that may frame the task pane. X-Frame-Options is not used: it cannot list several. */
const FRAMED_BY =
  "'self' https://*.officeapps.live.com https://*.sharepoint.com https://*.office.com https://*.office365.com https://onedrive.live.com https://*.cloud.microsoft";

const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self' https://appsforoffice.microsoft.com https://ajax.aspnetcdn.com",
  // office.js sets styles on elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  // The user chooses the base URL: https, or this machine.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "frame-src https:",
  `frame-ancestors ${FRAMED_BY}`,
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** The workbench and the screener load nothing from other sites, and no site may frame them; the workbench's pane runs in a frame. */
const WORKBENCH_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // The grid sets styles on elements and embeds its images and fonts.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Scripts with a content hash in their name. */
const HASHED = /[\\/](workbench[\\/][0-9A-Z]{8}|pane[\\/][0-9a-f]{8})\.js(\.br|\.gz)?$/;
const FOR_GOOD = "public, max-age=31536000, immutable";
/** Browsers cache the file and revalidate it by its ETag. */
const CHECKED = "no-cache";

const policyOf = (url: string): string => (/^\/(workbench|screener)([-.]|$|\?)/.test(url) ? WORKBENCH_POLICY : CONTENT_POLICY);

/** Serves the built pages, the help page, and the local key for pages of the same loopback origin. */
export function pages({ web, key, origins, updates }: PagesOptions): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.addHook("onSend", async (request, reply) => {
      reply.headers({ "content-security-policy": policyOf(request.url), "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
      reply.header("vary", "accept-encoding");
    });
    await app.register(fastifyStatic, {
      root: web,
      prefix: "/",
      index: false,
      // The build adds a compressed copy of each text file.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => void response.setHeader("cache-control", HASHED.test(file) ? FOR_GOOD : CHECKED),
    });
    app.get("/", { schema: { hide: true } }, async (_request, reply) => reply.redirect("/workbench"));
    app.get("/workbench", { schema: { hide: true } }, async (_request, reply) => reply.sendFile("workbench.html"));
    app.get("/screener", { schema: { hide: true } }, async (_request, reply) => reply.sendFile("screener.html"));
    // Links in the pages are relative to their folder.
    for (const page of ["workbench", "screener"]) app.get(`/${page}/`, { schema: { hide: true } }, async (_request, reply) => reply.redirect(`/${page}`));
    app.get("/help/", { schema: { hide: true } }, async (_request, reply) => reply.sendFile("help.html"));
    for (const page of ["help", "support", "privacy"])
      app.get(`/${page}`, { schema: { hide: true } }, async (_request, reply) => reply.sendFile(`${page}.html`));
    localKeyRoute(app, { key, origins });
    if (updates) localUpdateRoute(app, { key, origins, updates });
  };
}
