import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { actingUser, type Principal } from "../../core/principal";
import { groupMembers } from "../../core/store/tables/grants";
import type { HeldPermissions } from "../access/held-permissions";
import type { Permission } from "../access/namespace-access";
import { actorOf } from "../actors/actor";
import type { BypassChoice } from "./bypass-choice";
import type { RulesetRow } from "./ruleset-row";

/** The actor that rules are evaluated for. */
export interface RuleActor {
  /** `user_…`, `app_…` or `sa_…`. Unset for a run, which can't bypass rules. */
  id?: string;
  /** The actor's roles; unset for an app, whose access comes from its installation. */
  held?: HeldPermissions<Permission>;
  /** The groups that the acting user is in. */
  groupIds?: ReadonlySet<string>;
  /** Whether the actor bypasses the rules it can bypass. */
  bypass?: BypassChoice;
}

async function groupsOf({ db }: Pick<Context, "db">, userId: number): Promise<Set<string>> {
  const rows = await db.select().from(groupMembers).where(eq(groupMembers.userId, userId));
  return new Set(rows.map(({ groupId }) => groupId));
}

/** The actor of a request, which holds these permissions on the repository. */
export async function ruleActor(
  context: Pick<Context, "db">,
  principal: Principal,
  held: HeldPermissions<Permission>,
  bypass: BypassChoice = {},
): Promise<RuleActor> {
  if (principal.kind === "run") return {};
  if (principal.kind === "installation") return { id: principal.appId, bypass };
  const user = principal.kind === "installationUser" ? principal : actingUser(principal);
  const [{ id }, groupIds] = await Promise.all([
    actorOf(context, principal),
    user ? groupsOf(context, user.userId) : new Set<string>(),
  ]);
  return { id, held, groupIds, bypass };
}

/** True if the actor can bypass the ruleset. `pull_request_only` applies only to merges. */
export function canBypass({ bypassActors }: RulesetRow, actor: RuleActor, by: "push" | "merge"): boolean {
  const { repository, namespace } = actor.held ?? { repository: "none", namespace: "none" };
  const hasRole = {
    namespace_admin: namespace === "admin",
    repository_admin: repository === "admin",
    repository_write: repository === "write" || repository === "admin",
  };
  return bypassActors.some(({ bypassMode, user, team, app, repohostRole }) => {
    if (bypassMode !== "always" && by === "push") return false;
    const id = user?.id ?? app?.id;
    if (id !== undefined) return id === actor.id;
    if (team) return actor.groupIds?.has(team.groupPublicId) ?? false;
    return repohostRole !== undefined && hasRole[repohostRole.role];
  });
}
