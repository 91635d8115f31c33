import type { Route } from "next";
import type { Role } from "@/lib/contract/operation";
import { settingsPaths } from "@/lib/model/settings-paths";

export const sectionGroups = ["You", "Team", "Agents", "Workers", "Git hosting", "Audit"] as const;

export interface Section {
  group: (typeof sectionGroups)[number];
  name: string;
  path: Route;
  /** The minimum role. */
  role: Role;
}

/** The screens below Settings, by group. */
export const sections: readonly Section[] = [
  { group: "You", name: "Your sessions", path: settingsPaths.sessions(), role: "viewer" },
  { group: "You", name: "API tokens", path: settingsPaths.tokens(), role: "viewer" },
  { group: "You", name: "Notifications", path: settingsPaths.notifications(), role: "viewer" },
  { group: "Team", name: "Users", path: settingsPaths.users(), role: "admin" },
  { group: "Team", name: "Keys", path: settingsPaths.keys(), role: "viewer" },
  { group: "Agents", name: "Models", path: settingsPaths.models(), role: "viewer" },
  { group: "Agents", name: "Variables", path: settingsPaths.variables(), role: "operator" },
  { group: "Agents", name: "Agents", path: settingsPaths.agents(), role: "admin" },
  { group: "Agents", name: "GitHub", path: settingsPaths.github(), role: "viewer" },
  { group: "Workers", name: "Worker tokens", path: settingsPaths.workerTokens(), role: "admin" },
  { group: "Git hosting", name: "Access", path: settingsPaths.grants(), role: "admin" },
  { group: "Git hosting", name: "Apps", path: settingsPaths.apps(), role: "admin" },
  { group: "Git hosting", name: "Installations", path: settingsPaths.installations(), role: "admin" },
  { group: "Git hosting", name: "Webhooks", path: settingsPaths.webhooks(), role: "admin" },
  { group: "Git hosting", name: "SSH", path: settingsPaths.sshAuthorities(), role: "admin" },
  { group: "Git hosting", name: "Rate limit", path: settingsPaths.hosting(), role: "admin" },
  { group: "Audit", name: "Audit log", path: settingsPaths.audit(), role: "admin" },
];

/** The section that a page belongs to. */
export const sectionAt = (pathname: string): Section | undefined =>
  sections.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
