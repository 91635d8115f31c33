import type { Route } from "next";

/** The addresses below Settings; apart from the others, which every screen loads. */
export const settingsPaths = {
  sessions: (): Route => "/settings/sessions",
  people: (): Route => "/settings/people",
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
  /** Where an admin agrees to an app's installation; without scopes, to what it asks for by default. */
  installApp: ({ appId, scopes }: { appId: string; scopes?: readonly string[] }) => {
    const asked = new URLSearchParams({ client_id: appId });
    if (scopes) asked.set("scope", scopes.join(" "));
    return `/codebase/apps/install?${asked}` as const;
  },
};
