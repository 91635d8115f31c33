import "server-only";
import { settingsPaths } from "@/lib/model/settings-paths";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

/** Where GitHub sends users back to after they created an app. The service derives it for connections, too. */
export const gitHubAppPath = "/api/github-app";
export const gitHubConnectionPath = "/api/github-connection";

/** Redirects to Settings → GitHub, which shows the outcome. */
export function gitHubSettings(outcome: string): Response {
  const location = new URL(`${settingsPaths.github()}?outcome=${outcome}`, dashboardSettings().webUrl).href;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** Shows the result of a redirect from GitHub, where `outcome` names its success. */
export const showGitHubResult =
  (outcome: string) =>
  (result: "signed-out" | "expired" | "done" | "failed"): Response =>
    gitHubSettings(result === "done" ? outcome : result === "failed" ? `${outcome}-failed` : result);
