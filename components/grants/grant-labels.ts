import type { Grantee, GrantTarget } from "@/components/grants/grant-queries";
import type { NamespaceGrant, RepositoryGrant } from "@/lib/contract/hosting/grants/grant";

export type Grant = RepositoryGrant | NamespaceGrant;

export const repositoryPermissions = ["read", "write", "admin"] as const;
export const namespacePermissions = [
  "PERMISSION_READ",
  "PERMISSION_CONTRIBUTOR",
  "PERMISSION_WRITE",
  "PERMISSION_ADMIN",
] as const;

const titles: Readonly<Record<string, string>> = {
  read: "Read",
  contributor: "Contributor",
  write: "Write",
  admin: "Admin",
};

const shortOf = (permission: string) => permission.replace(/^PERMISSION_/, "").toLowerCase();

/** The title of a permission. Unknown permissions are shown as they are. */
export function permissionTitle(permission: string): string {
  const short = shortOf(permission);
  return Object.hasOwn(titles, short) ? (titles[short] ?? permission) : permission;
}

/** What a permission allows. */
export function permissionEffect(permission: string, { ownerSlug, repoName }: GrantTarget): string {
  const where = repoName === undefined ? `every repository in ${ownerSlug}` : repoName;
  const effects: Readonly<Record<string, string>> = {
    read: `Can view and clone ${where}, and review and comment on pull requests.`,
    contributor: `Between Read and Write on ${where}. The service defines what it includes.`,
    write: `Can also push to ${where}, and create and merge pull requests.`,
    admin:
      repoName === undefined
        ? `Can also change settings, rules, apps, mirrors, and access in all of ${ownerSlug}.`
        : `Can also change the settings, rules, mirror, and access of ${repoName}.`,
  };
  const short = shortOf(permission);
  return Object.hasOwn(effects, short) ? (effects[short] ?? "") : "";
}

const strength = ["read", "contributor", "write", "admin"];

/** True if the second permission allows less than the first. */
export function isReduction(held: string, next: string): boolean {
  return strength.indexOf(shortOf(next)) < strength.indexOf(shortOf(held));
}

/** A grant's grantee in the form of an API request. */
export function toGrantee({ user, group, teamGroup }: Grant): Grantee {
  if (user) return { user: { id: user.id } };
  if (group) return { group: { id: group.id } };
  return { teamGroup: { kind: teamGroup?.kind === "admins" ? "admins" : "members" } };
}

/** Unique key of a grantee: `user:user_1`. */
export function granteeKey({ user, group, teamGroup }: Pick<Grant, "user" | "group" | "teamGroup">): string {
  if (user) return `user:${user.id}`;
  return group ? `group:${group.id}` : `teamGroup:${teamGroup?.kind ?? ""}`;
}

interface Known {
  groups: readonly { id: string; slug: string }[];
}

/** The name of a grantee. */
export function granteeName({ user, group, teamGroup }: Grant, known: Known | undefined): string {
  if (user) return user.email || user.id;
  if (group) return known?.groups.find(({ id }) => id === group.id)?.slug ?? group.id;
  if (teamGroup?.kind === "admins") return "Team admins";
  return teamGroup?.kind === "members" ? "Team members" : (teamGroup?.kind ?? "Unknown");
}

/** A sentence about the access a grantee keeps through the owner when a repository grant is removed. */
export function remainingAccess(grant: Grant, ofOwner: readonly Grant[], ownerSlug: string): string {
  const same = ofOwner.find((each) => granteeKey(each) === granteeKey(grant));
  if (same) return `They keep ${permissionTitle(same.permission)} access through ${ownerSlug}.`;
  const members = ofOwner.find(({ teamGroup }) => teamGroup?.kind === "members");
  if (members) {
    return `Team members keep ${permissionTitle(members.permission)} access to all repositories in ${ownerSlug}.`;
  }
  return `They have no other access through ${ownerSlug}, except through groups.`;
}
