import type { Grantee, GrantTarget } from "@/components/grants/grant-queries";
import type { NamespaceGrant, RepositoryGrant } from "@/lib/contract/hosting/grant";

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

/** The title of a permission; an unknown one is shown as it is. */
export function permissionTitle(permission: string): string {
  const short = shortOf(permission);
  return Object.hasOwn(titles, short) ? (titles[short] ?? permission) : permission;
}

/** What a permission allows. */
export function permissionEffect(permission: string, { ownerSlug, repoName }: GrantTarget): string {
  const where = repoName === undefined ? `every repository of ${ownerSlug}` : repoName;
  const effects: Readonly<Record<string, string>> = {
    read: `They may see and clone ${where}, review and comment.`,
    contributor: `More than Read and less than Write on ${where}; what that is, the service says.`,
    write: `They may also push to ${where}, open pull requests there and merge them.`,
    admin:
      repoName === undefined
        ? `They may change settings, rules, apps, mirrors and these grants in all of ${ownerSlug}.`
        : `They may also change the settings, rules, mirror and grants of ${repoName}.`,
  };
  const short = shortOf(permission);
  return Object.hasOwn(effects, short) ? (effects[short] ?? "") : "";
}

const strength = ["read", "contributor", "write", "admin"];

/** True when the second permission allows less than the first. */
export function isReduction(held: string, next: string): boolean {
  return strength.indexOf(shortOf(next)) < strength.indexOf(shortOf(held));
}

/** The grantee of a grant, as an API body names it. */
export function granteeOf({ user, group, teamGroup }: Grant): Grantee {
  if (user) return { user: { id: user.id } };
  if (group) return { group: { id: group.id } };
  return { teamGroup: { kind: teamGroup?.kind === "admins" ? "admins" : "members" } };
}

/** Identifies a grantee: `user:user_1`. */
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
  if (teamGroup?.kind === "admins") return "Admins of the team";
  return teamGroup?.kind === "members" ? "Members of the team" : (teamGroup?.kind ?? "Somebody unknown");
}

/** The access that a grantee keeps through the owner when their grant on a repository is removed. */
export function remainingAccess(grant: Grant, ofOwner: readonly Grant[], ownerSlug: string): string {
  const same = ofOwner.find((each) => granteeKey(each) === granteeKey(grant));
  if (same) return `Through ${ownerSlug} they keep ${permissionTitle(same.permission)} on all its repositories.`;
  const members = ofOwner.find(({ teamGroup }) => teamGroup?.kind === "members");
  if (members) {
    return `As members of the team they keep ${permissionTitle(members.permission)} on all repositories of ${ownerSlug}.`;
  }
  return `They hold nothing through ${ownerSlug}, unless by a group they are in.`;
}
