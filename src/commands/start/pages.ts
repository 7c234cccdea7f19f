import type {} from "@fastify/swagger";
import fastifyStatic from "@fastify/static";

import type { FastifyInstance } from "fastify";
import { type LocalKeyOptions, localKeyRoute } from "./local-key";
import { localUpdateRoute } from "../local-update/local-update-route";
import type { LocalUpdates } from "../local-update/local-updates";
import { frameAncestors } from "./frame-hosts";

interface PagesOptions extends LocalKeyOptions {
  /** The folder of the built pages. */
  readonly web: string;
  /** Updates that these pages may start; undefined if none. */
  readonly updates?: LocalUpdates;
  /** Further sites that may show the pane in a frame. */
  readonly frameHosts?: readonly string[];
}

/** The policy of the pane. X-Frame-Options is not used: it cannot list several hosts. */
const contentPolicy = (frameHosts: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self' https://appsforoffice.microsoft.com https://ajax.aspnetcdn.com",
    // office.js sets styles on elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    // The user chooses the base URL: https, or this machine.
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
    "frame-src https:",
    `frame-ancestors ${frameAncestors(frameHosts)}`,
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

const isWorkbench = (url: string): boolean => /^\/(workbench|screener)([-.]|$|\?)/.test(url);

/** Serves the built pages, the help page, and the local key for pages of the same loopback origin. */
export function pages({ web, key, origins, updates, frameHosts = [] }: PagesOptions): (app: FastifyInstance) => Promise<void> {
  const policy = contentPolicy(frameHosts);
  return async (app) => {
    app.addHook("onSend", async (request, reply) => {
      reply.headers({
        "content-security-policy": isWorkbench(request.url) ? WORKBENCH_POLICY : policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      });
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
