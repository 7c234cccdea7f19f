import { hasScope } from "./scopes";
import { exception, setup } from "./outside";

const SCOPE = "https://www.googleapis.com/auth/userinfo.email";

/** The user's address; requires a scope that the manifest must name. */
const userOf = (method: string) => () => {
  if (setup.manifest.oauthScopes === undefined || !hasScope(SCOPE))
    throw exception(`You do not have permission to call Session.${method}. Required permissions: ${SCOPE}`);
  return { getEmail: () => (setup.kind === "custom" || setup.kind === "simple" ? "" : setup.user) };
};

export const Session = {
  getActiveUser: userOf("getActiveUser"),
  getEffectiveUser: userOf("getEffectiveUser"),
};
