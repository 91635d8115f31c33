import { type SQL, sql } from "drizzle-orm";
import { grants, groupMembers } from "../../core/store/tables/grants";
import { namespaces, repositories } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import { type GrantPermission, teamDefaults } from "./held-permissions";

const reading: readonly GrantPermission[] = ["read", "contributor", "write", "admin"];
const writing: readonly GrantPermission[] = ["write", "admin"];

/** A built-in group's permission on the namespace is its grant, or else its default. */
function teamGroupAllows(kind: keyof typeof teamDefaults, allowed: SQL): SQL {
  const ofGroup = sql`g.principal_kind = 'teamGroup' and g.principal_id = ${kind}`;
  return sql`(
    coalesce(
      (select g.permission from ${grants} g where g.namespace_id = n.id and g.repository_id is null and ${ofGroup}),
      ${teamDefaults[kind]}
    ) in ${allowed}
    or exists (select from ${grants} g where g.repository_id = r.id and ${ofGroup} and g.permission in ${allowed})
  )`;
}

/**
 * SQL: a query of the ids of all repositories that a user can read or write to. The same rules as `userPermission`, for
 * conditions on many rows.
 */
export function permittedRepositories(userId: number, needed: "read" | "write"): SQL {
  const permissions = needed === "read" ? reading : writing;
  const allowed = sql`(${sql.join(
    permissions.map((permission) => sql`${permission}`),
    sql`, `,
  )})`;
  return sql`(
    select r.id from ${repositories} r
    join ${namespaces} n on n.id = r.namespace_id
    join ${users} u on u.id = ${userId} ${needed === "write" ? sql`and not u.is_read_only` : sql``}
    where n.user_id = u.id
      or (n.team_id = u.team_id and (
        ${teamGroupAllows("members", allowed)} or (u.is_team_admin and ${teamGroupAllows("admins", allowed)})
      ))
      or exists (
        select from ${grants} g
        where g.namespace_id = n.id and (g.repository_id is null or g.repository_id = r.id) and g.permission in ${allowed}
          and (
            (g.principal_kind = 'user' and g.principal_id = u.actor_id)
            or (g.principal_kind = 'group' and g.principal_id in (
              select m.group_id from ${groupMembers} m where m.user_id = u.id
            ))
          )
      )
  )`;
}
