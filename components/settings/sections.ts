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
  { name: "People", path: paths.people(), role: "admin" },
  { name: "Worker tokens", path: paths.workerTokens(), role: "admin" },
  { name: "Hosting", path: paths.hosting(), role: "admin" },
  { name: "Audit log", path: paths.audit(), role: "admin" },
];
