import { BASE_URL, readKey } from "../credentials";
import { getCompanies } from "../fetch";

/** The service's reply to a search for companies, as JSON; null if there is no key or no reply. The search then finds everything else. */
export function companies(query: string): unknown {
  const key = readKey();
  if (key === undefined || BASE_URL === undefined) return null;
  const reply = getCompanies(query, key);
  if (reply?.status !== 200) return null;
  try {
    return JSON.parse(reply.body);
  } catch {
    // A proxy's page, not the service's reply.
    return null;
  }
}
