import type { NamespaceInstallation } from "@/lib/contract/admin/installations/list-installations";
import { counted } from "@/lib/model/plural";

type InstallationState = "active" | "suspended";

export function installationState({ suspendedAt }: Pick<NamespaceInstallation, "suspendedAt">): InstallationState {
  return suspendedAt === undefined ? "active" : "suspended";
}

/** The label of each state, and the texts of the action that leaves it. */
export const installationLabels = {
  active: {
    label: "Active",
    tone: "success",
    action: "Suspend",
    done: (app: string, owner: string) => `${app} suspended in ${owner}.`,
    failed: "Couldn't suspend the app.",
  },
  suspended: {
    label: "Suspended",
    tone: "warning",
    action: "Unsuspend",
    done: (app: string, owner: string) => `${app} unsuspended in ${owner}.`,
    failed: "Couldn't unsuspend the app.",
  },
} as const;

/** The repositories an installation has access to. */
export function accessText(repositories: NamespaceInstallation["repositories"]): string {
  if (repositories === undefined) return "All current and future repositories";
  return repositories.map(({ name }) => name).join(", ") || "No repositories";
}

/** A summary of permissions: `20 permissions (some write)`. */
export function permissionSummary(scopes: readonly string[]): string {
  const writes = scopes.some((scope) => scope.endsWith(":write"));
  return `${counted(scopes.length, "permission")} (${writes ? "some write" : "read-only"})`;
}
