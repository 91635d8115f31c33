import { inArray } from "drizzle-orm";
import type { RepositoryGrant } from "@/lib/contract/hosting/grants/grant";
import type { Context } from "../../core/context";
import { pageOf, readPage } from "../../core/http/page-token";
import { groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import type { GrantPermission } from "../access/held-permissions";
import type { Grantee } from "./grantee";

export interface GrantEntry extends Grantee {
  permission: GrantPermission;
}

type Principal = Pick<RepositoryGrant, "user" | "group" | "teamGroup">;

/** Loads grantees and returns a function that renders each one; `undefined` if it was deleted. */
export async function granteeBodies(
  { db }: Pick<Context, "db">,
  held: readonly Grantee[],
): Promise<(grantee: Grantee) => Principal | undefined> {
  const ids = (kind: Grantee["principalKind"]) =>
    held.filter(({ principalKind }) => principalKind === kind).map(({ principalId }) => principalId);
  const existingUsers = await db
    .select({ id: users.actorId, email: users.email })
    .from(users)
    .where(inArray(users.actorId, ids("user")));
  const existingGroups = await db
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, ids("group")));
  const knownUsers = new Map(existingUsers.map((user) => [user.id, user]));
  const knownGroups = new Map(existingGroups.map((group) => [group.id, group]));
  return ({ principalKind, principalId }) => {
    if (principalKind === "teamGroup") return { teamGroup: { kind: principalId } };
    if (principalKind === "group") {
      const group = knownGroups.get(principalId);
      return group && { group };
    }
    const user = knownUsers.get(principalId);
    return user && { user };
  };
}

/** Sort key: groups, then the team's admins, its members, then users; each by id. */
function sortKeyOf({ principalKind, principalId }: Grantee): string {
  if (principalKind === "teamGroup") return principalId === "admins" ? "1" : "2";
  return `${principalKind === "group" ? "0" : "3"}${principalId}`;
}

/** A page of sorted grants. Deleted grantees are omitted, so a page can be short. */
export async function pageOfGrants(
  context: Pick<Context, "db">,
  list: string,
  query: { pageSize: number; pageToken?: string | undefined },
  held: readonly GrantEntry[],
  options: { adminsFirst: boolean },
): Promise<{ grants: (Principal & { permission: GrantPermission })[]; nextPageToken: string }> {
  const page = readPage(list, query);
  const keyOf = (row: GrantEntry) =>
    `${options.adminsFirst && row.permission !== "admin" ? "1" : "0"}${sortKeyOf(row)}`;
  const rows = held
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => page.after === undefined || key > page.after)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const { items, nextPageToken } = pageOf(list, page.size, rows.slice(0, page.size + 1), ({ key }) => key);
  const bodyOf = await granteeBodies(
    context,
    items.map(({ row }) => row),
  );
  const grants = items.flatMap(({ row }) => {
    const principal = bodyOf(row);
    return principal ? [{ ...principal, permission: row.permission }] : [];
  });
  return { grants, nextPageToken };
}
