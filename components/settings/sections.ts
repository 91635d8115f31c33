import type { Route } from "next";
import type { Role } from "@/lib/contract/operation";
import { paths } from "@/lib/paths";

export interface Section {
  name: string;
  path: Route;
  /** Who may open it. */
  role: Role;
}

/** The screens below Settings, in the order of their tabs. */
export const sections: readonly Section[] = [
  { name: "Your sessions", path: paths.sessions(), role: "viewer" },
  { name: "Keys", path: paths.keys(), role: "viewer" },
  { name: "Models", path: paths.models(), role: "viewer" },
  { name: "People", path: paths.people(), role: "admin" },
  { name: "Worker tokens", path: paths.workerTokens(), role: "admin" },
  { name: "Access", path: paths.grants(), role: "admin" },
  { name: "Apps", path: paths.apps(), role: "admin" },
  { name: "Installations", path: paths.installations(), role: "admin" },
  { name: "Webhooks", path: paths.webhooks(), role: "admin" },
  { name: "SSH", path: paths.sshAuthorities(), role: "admin" },
  { name: "Rate budget", path: paths.hosting(), role: "admin" },
  { name: "Audit log", path: paths.audit(), role: "admin" },
];
