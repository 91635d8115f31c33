import type { Route } from "next";

const section = (name: string) => `/settings/${name}` as Route;

/** URLs of the settings pages. Separate from the others, which every page loads. */
export const settingsPaths = {
  sessions: (): Route => "/settings/sessions",
  tokens: () => section("tokens"),
  notifications: () => section("notifications"),
  variables: () => section("variables"),
  agents: () => section("agents"),
  github: () => section("github"),
  users: (): Route => "/settings/users",
  workerTokens: (): Route => "/settings/worker-tokens",
  hosting: (): Route => "/settings/hosting",
  webhooks: (): Route => "/settings/webhooks",
  audit: (): Route => "/settings/audit",
  keys: (): Route => "/settings/keys",
  models: (): Route => "/settings/models",
  grants: (): Route => "/settings/access",
  sshAuthorities: (): Route => "/settings/ssh",
  apps: (): Route => "/settings/apps",
  app: (id: string) => `/settings/apps/${encodeURIComponent(id)}` as const,
  installations: (): Route => "/settings/installations",
  /** Where an admin approves an app's installation. Without scopes, with the app's default scopes. */
  installApp: ({ appId, scopes }: { appId: string; scopes?: readonly string[] }) => {
    const query = new URLSearchParams({ client_id: appId });
    if (scopes) query.set("scope", scopes.join(" "));
    return `/codebase/apps/install?${query}` as const;
  },
};
