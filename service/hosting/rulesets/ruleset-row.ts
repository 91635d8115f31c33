import { and, asc, eq, inArray } from "drizzle-orm";
import { RE2JS } from "re2js";
import type { BypassActorInput, Ruleset, RulesetBody } from "@/lib/contract/hosting/rulesets/ruleset";
import { readParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { groups } from "../../core/store/tables/grants";
import { repositories } from "../../core/store/tables/repositories";
import { rulesets } from "../../core/store/tables/rulesets";
import { users } from "../../core/store/tables/users";
import type { Reader, Transaction } from "../../core/store/transaction";

export type RulesetRow = typeof rulesets.$inferSelect;

export const rulesetNotFound = () => apiError.repohost("NotFound", "Ruleset not found");

export const isRuleset = (repositoryId: string, id: string) =>
  and(eq(rulesets.repositoryId, repositoryId), eq(rulesets.id, id));

/** A repository's rulesets, oldest first. */
export function readRulesets(db: Reader, repositoryId: string): Promise<RulesetRow[]> {
  return db
    .select()
    .from(rulesets)
    .where(eq(rulesets.repositoryId, repositoryId))
    .orderBy(asc(rulesets.createdAt), asc(rulesets.id));
}

/**
 * Locks a repository's rules and refs until the transaction ends. Returns the repository's current row.
 */
export async function lockRules(tx: Transaction, repositoryId: string): Promise<typeof repositories.$inferSelect> {
  const [row] = await tx.select().from(repositories).where(eq(repositories.id, repositoryId)).for("no key update");
  if (!row) throw apiError.repohost("NotFound", "Repository not found");
  return row;
}

/** Which bypass actors exist: users, and groups of the team with the id they name. */
async function existingActors(
  db: Reader,
  actors: readonly Pick<BypassActorInput, "user" | "team">[],
): Promise<(actor: Pick<BypassActorInput, "user" | "team">) => boolean> {
  const userIds = actors.flatMap(({ user }) => (user ? [user.id] : []));
  const groupIds = actors.flatMap(({ team }) => (team ? [team.groupPublicId] : []));
  const known = new Set<string>();
  if (userIds.length > 0) {
    const rows = await db.select({ id: users.actorId }).from(users).where(inArray(users.actorId, userIds));
    for (const { id } of rows) known.add(id);
  }
  if (groupIds.length > 0) {
    const rows = await db
      .select({ id: groups.id, teamId: groups.teamId })
      .from(groups)
      .where(inArray(groups.id, groupIds));
    for (const { id, teamId } of rows) known.add(`${teamId} ${id}`);
  }
  return ({ user, team }) =>
    (!user || known.has(user.id)) && (!team || known.has(`${team.organizationPublicId} ${team.groupPublicId}`));
}

/** Response bodies of rulesets. Bypass actors that no longer exist are omitted. */
export async function rulesetBodies(db: Reader, rows: readonly RulesetRow[]): Promise<Ruleset[]> {
  const exists = await existingActors(
    db,
    rows.flatMap(({ bypassActors }) => bypassActors),
  );
  return rows.map(({ repositoryId: _repository, createdAt: _created, updatedAt: _updated, ...row }) => ({
    ...row,
    bypassActors: row.bypassActors.filter(exists),
  }));
}

export async function rulesetBody(db: Reader, row: RulesetRow): Promise<Ruleset> {
  const [body] = await rulesetBodies(db, [row]);
  if (!body) throw new Error("ruleset body missing");
  return body;
}

function checkExpression(parameters: Record<string, unknown>, field: string): void {
  const { pattern } = parameters;
  if (typeof pattern !== "string") return;
  try {
    RE2JS.compile(pattern);
  } catch {
    throw apiError.repohost("InvalidArgument", `${field} must be a valid RE2 regular expression`, field);
  }
}

function bypassActor(
  { bypassMode, user, team, app, repohostRole }: BypassActorInput,
  exists: (actor: Pick<BypassActorInput, "user" | "team">) => boolean,
  at: string,
) {
  if (user && !exists({ user })) {
    throw apiError.repohost("InvalidArgument", `${at}.user.id: user ${user.id} not found`, `${at}.user.id`);
  }
  if (team && !exists({ team }))
    throw apiError.repohost("InvalidArgument", `${at}.team: group not found`, `${at}.team`);
  return {
    bypassMode,
    ...(user ? { user: { id: user.id } } : {}),
    ...(team ? { team: { organizationPublicId: team.organizationPublicId, groupPublicId: team.groupPublicId } } : {}),
    ...(app ? { app: { id: app.id } } : {}),
    ...(repohostRole ? { repohostRole: { role: repohostRole.role } } : {}),
  };
}

/** Rejects enforced rules under which nothing could be merged. */
function checkSatisfiable({ enforcement, rules }: RulesetBody, repository: { allowSquashMerge: boolean }): void {
  const index = rules.findIndex(({ ruleType }) => ruleType === "required_linear_history");
  if (enforcement !== "active" || index < 0 || repository.allowSquashMerge) return;
  throw apiError.repohost(
    "InvalidArgument",
    `rules.${index}.ruleType: required_linear_history requires squash merging. Allow it in the repository.`,
    `rules.${index}.ruleType`,
  );
}

/** The columns of a ruleset from a request, with default parameters and new ids for rules and bypass actors. */
export async function rulesetValues(
  { db, ids }: Pick<Context, "db" | "ids">,
  body: RulesetBody,
  repository: { allowSquashMerge: boolean },
) {
  checkSatisfiable(body, repository);
  const { name, description, enforcement, kind, includedRefNames, excludedRefNames } = body;
  const exists = await existingActors(db, body.bypassActors);
  const rules = body.rules.map(({ ruleType, parameters }, index) => {
    const complete = readParameters(ruleType, parameters) ?? {};
    checkExpression(complete, `rules.${index}.parameters.pattern`);
    return { id: ids.typed("rsr"), ruleType, parameters: complete };
  });
  const bypassActors = body.bypassActors.map((actor, index) => ({
    id: ids.typed("rsba"),
    ...bypassActor(actor, exists, `bypassActors.${index}`),
  }));
  return { name, description, enforcement, kind, includedRefNames, excludedRefNames, rules, bypassActors };
}
