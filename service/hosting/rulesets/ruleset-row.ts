import { and, asc, eq, inArray } from "drizzle-orm";
import { RE2JS } from "re2js";
import type { BypassActorInput, Ruleset, RulesetBody } from "@/lib/contract/hosting/rulesets/ruleset";
import { readParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
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

async function existingUsers(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: users.actorId })
    .from(users)
    .where(inArray(users.actorId, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

const userIds = (actors: readonly { user?: { id: string } | undefined }[]) =>
  actors.flatMap(({ user }) => (user ? [user.id] : []));

/** Response bodies of rulesets. Bypass actors that no longer exist are omitted. */
export async function rulesetBodies(db: Reader, rows: readonly RulesetRow[]): Promise<Ruleset[]> {
  const known = await existingUsers(
    db,
    rows.flatMap(({ bypassActors }) => userIds(bypassActors)),
  );
  return rows.map(({ repositoryId: _repository, createdAt: _created, updatedAt: _updated, ...row }) => ({
    ...row,
    bypassActors: row.bypassActors.filter(({ user }) => user === undefined || known.has(user.id)),
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
  known: ReadonlySet<string>,
  at: string,
) {
  if (user && !known.has(user.id)) {
    throw apiError.repohost("InvalidArgument", `${at}.user.id: user ${user.id} not found`, `${at}.user.id`);
  }
  if (team) throw apiError.repohost("InvalidArgument", `${at}.team: group not found`, `${at}.team`);
  return {
    bypassMode,
    ...(user ? { user: { id: user.id } } : {}),
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
  const known = await existingUsers(db, userIds(body.bypassActors));
  const rules = body.rules.map(({ ruleType, parameters }, index) => {
    const complete = readParameters(ruleType, parameters) ?? {};
    checkExpression(complete, `rules.${index}.parameters.pattern`);
    return { id: ids.typed("rsr"), ruleType, parameters: complete };
  });
  const bypassActors = body.bypassActors.map((actor, index) => ({
    id: ids.typed("rsba"),
    ...bypassActor(actor, known, `bypassActors.${index}`),
  }));
  return { name, description, enforcement, kind, includedRefNames, excludedRefNames, rules, bypassActors };
}
