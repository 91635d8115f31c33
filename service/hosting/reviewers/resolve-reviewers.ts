import { and, eq, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/users";
import type { FoundRepository } from "../access/repository-access";

/** Members of the owning team, or the owning user, can be reviewers. */
function isCandidate({ namespace }: FoundRepository, user: typeof users.$inferSelect): boolean {
  return user.isActive && (namespace.teamId === user.teamId || namespace.userId === user.id);
}

async function findUser({ db }: Pick<Context, "db">, identifier: string) {
  const found = await db
    .select()
    .from(users)
    .where(or(eq(users.actorId, identifier), eq(sql`lower(${users.email})`, identifier.toLowerCase())))
    .limit(2);
  return found.length === 1 ? found[0] : undefined;
}

/** Finds a group by id, by `slug` in the owning team, or by `owner/slug`. */
async function findGroup({ db }: Pick<Context, "db">, { ownerSlug, namespace }: FoundRepository, identifier: string) {
  const slug = identifier.toLowerCase().startsWith(`${ownerSlug.toLowerCase()}/`)
    ? identifier.slice(ownerSlug.length + 1)
    : identifier;
  const { teamId } = namespace;
  const ofTeam = teamId === null ? undefined : and(eq(groups.teamId, teamId), eq(groups.slug, slug.toLowerCase()));
  const [group] = await db
    .select()
    .from(groups)
    .where(or(eq(groups.id, identifier), ofTeam));
  return group;
}

/**
 * Resolves reviewers to ids: users by id or email, groups by id or slug. Throws InvalidArgument for unknown or ambiguous
 * identifiers, and PermissionDenied for ineligible reviewers unless `anyUser` is set.
 */
export async function resolveReviewers(
  context: Pick<Context, "db">,
  repository: FoundRepository,
  names: { users: readonly string[]; groups: readonly string[] },
  { anyUser }: { anyUser: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, text] of names.users.entries()) {
    const identifier = text.trim();
    if (identifier === "") continue;
    const user = await findUser(context, identifier);
    const field = `users.${index}`;
    if (!user) throw apiError.repohost("InvalidArgument", `${field}: user ${identifier} not found`, field);
    if (!anyUser && !isCandidate(repository, user)) {
      throw apiError.repohost("PermissionDenied", `${identifier} can't review pull requests in this repository`);
    }
    ids.push(user.actorId);
  }
  for (const [index, text] of names.groups.entries()) {
    if (text.trim() === "") continue;
    const field = `groups.${index}`;
    const group = await findGroup(context, repository, text.trim());
    if (!group) throw apiError.repohost("InvalidArgument", `${field}: group ${text.trim()} not found`, field);
    if (!anyUser && group.teamId !== repository.namespace.teamId) {
      throw apiError.repohost("PermissionDenied", `${text.trim()} can't review pull requests in this repository`);
    }
    ids.push(group.id);
  }
  return [...new Set(ids)];
}
