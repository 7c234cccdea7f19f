import path from "node:path";

/** How the refresh command is typed here, by what it was started with: the installed `service-refresh`, its file, or npm. Options and words follow it. */
export function refreshAs(started: string | undefined): string {
  const name = path.basename(started ?? "");
  if (name === "service-refresh") return name;
  if (started === undefined || name !== "refresh.mjs") return "npm run -s refresh --";
  return `node ${/\s/.test(started) ? JSON.stringify(started) : started}`;
}

/** How the user types the refresh command. */
export const REFRESH = refreshAs(process.argv[1]);
