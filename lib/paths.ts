import type { Route } from "next";

/** Every address of the dashboard, built in one place. */
export const paths = {
  home: (): Route => "/",
  signIn: (): Route => "/sign-in",
  agents: (): Route => "/agents",
  newAgent: (): Route => "/agents/new",
  agent: (id: string) => `/agents/${encodeURIComponent(id)}` as const,
  live: () => "/api/live" as const,
};
