import type { Route } from "next";
import type { Role } from "@/lib/contract/operation";
import { settingsPaths } from "@/lib/model/settings-paths";

export interface Section {
  name: string;
  path: Route;
  /** The minimum role. */
  role: Role;
}

/** The screens below Settings, in the order of their tabs. */
export const sections: readonly Section[] = [
  { name: "Your sessions", path: settingsPaths.sessions(), role: "viewer" },
  { name: "Keys", path: settingsPaths.keys(), role: "viewer" },
  { name: "Models", path: settingsPaths.models(), role: "viewer" },
  { name: "Agents", path: settingsPaths.agents(), role: "admin" },
  { name: "Users", path: settingsPaths.people(), role: "admin" },
  { name: "Worker tokens", path: settingsPaths.workerTokens(), role: "admin" },
  { name: "Access", path: settingsPaths.grants(), role: "admin" },
  { name: "Apps", path: settingsPaths.apps(), role: "admin" },
  { name: "Installations", path: settingsPaths.installations(), role: "admin" },
  { name: "Webhooks", path: settingsPaths.webhooks(), role: "admin" },
  { name: "SSH", path: settingsPaths.sshAuthorities(), role: "admin" },
  { name: "Rate limit", path: settingsPaths.hosting(), role: "admin" },
  { name: "Audit log", path: settingsPaths.audit(), role: "admin" },
];
