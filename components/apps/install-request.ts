import type { App } from "@/lib/contract/hosting/apps/app";
import { isInstallable, withReads } from "@/lib/contract/hosting/scope";

/** The parameters of an installation link. */
export interface InstallRequest {
  appId: string;
  scope: string;
  redirectUri: string;
  state: string;
  summary: string;
  /** Requests to add scopes to those already granted. */
  includeGranted: boolean;
}

export interface InstallConsent {
  scopes: string[];
  redirectUri: string | undefined;
}

/** The requested scopes and redirect URI, or why the request is invalid. */
export function parseInstallRequest(request: InstallRequest, app: App): InstallConsent | { problem: string } {
  const named = request.scope.split(/[\s+]+/).filter(Boolean);
  const unknown = named.find((scope) => !isInstallable(scope));
  if (unknown !== undefined) return { problem: `${unknown} is not a valid scope for apps.` };
  const { redirectUri } = request;
  if (redirectUri !== "" && !app.installationRedirectUris.includes(redirectUri)) {
    return { problem: "The redirect URI isn't registered for this app." };
  }
  const scopes = withReads([
    ...(named.length > 0 ? named : app.defaultScopes.filter(isInstallable)),
    "repository:metadata:read",
  ]);
  return { scopes, redirectUri: redirectUri || undefined };
}
