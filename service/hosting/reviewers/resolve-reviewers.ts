import { and, eq, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { groups } from "../../core/store/tables/grants";
import { users } from "../../core/store/tables/people";
import type { FoundRepository } from "../access/repository-access";

/** Who may be asked: people of the owning team, or the owning user. */
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

/** A group by its id, by its slug in the owning team, or by that slug after the owner's and a slash. */
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
 * Ids of the reviewers that identifiers name: a user's id or e-mail address, a group's id or slug. Throws InvalidArgument, naming it, for one
 * that names nobody or several, and PermissionDenied for who may not be asked, unless `anybody` lets them pass.
 */
export async function resolveReviewers(
  context: Pick<Context, "db">,
  repository: FoundRepository,
  given: { users: readonly string[]; groups: readonly string[] },
  { anybody }: { anybody: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, text] of given.users.entries()) {
    const identifier = text.trim();
    if (identifier === "") continue;
    const user = await findUser(context, identifier);
    const field = `users.${index}`;
    if (!user) throw refuse.repohost("InvalidArgument", `${field}: nobody is ${identifier}`, field);
    if (!anybody && !isCandidate(repository, user)) {
      throw refuse.repohost("PermissionDenied", `${identifier} can't be asked to review here`);
    }
    ids.push(user.actorId);
  }
  for (const [index, text] of given.groups.entries()) {
    if (text.trim() === "") continue;
    const field = `groups.${index}`;
    const group = await findGroup(context, repository, text.trim());
    if (!group) throw refuse.repohost("InvalidArgument", `${field}: there is no group ${text.trim()}`, field);
    if (!anybody && group.teamId !== repository.namespace.teamId) {
      throw refuse.repohost("PermissionDenied", `${text.trim()} can't be asked to review here`);
    }
    ids.push(group.id);
  }
  return [...new Set(ids)];
}
