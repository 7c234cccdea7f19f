import { exception, setup } from "./outside";

/** A manifest that lists scopes has no others. One without a list gets the scopes that the code needs. */
export const hasScope = (scope: string): boolean => setup.manifest.oauthScopes === undefined || setup.manifest.oauthScopes.includes(scope);

export function needScope(scope: string, method: string): void {
  if (!hasScope(scope)) throw exception(`Specified permissions are not sufficient to call ${method}. Required permissions: ${scope}`);
}
