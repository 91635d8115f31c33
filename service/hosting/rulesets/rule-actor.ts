import type { Context } from "../../core/context";
import type { Principal } from "../../core/principal";
import { namespacePermission, type Permission } from "../access/namespace-access";
import type { FoundRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import type { BypassChoice } from "./bypass-choice";
import type { RulesetRow } from "./ruleset-row";

/** The actor that rules are evaluated for. */
export interface RuleActor {
  /** `user_…`, `app_…` or `sa_…`. Unset for a run, which can't bypass rules. */
  id?: string;
  /** The actor's role; `none` for an app, whose access comes from its installation. */
  permission: Permission;
  /** Whether the actor bypasses the rules it can bypass. */
  bypass?: BypassChoice;
}

export async function ruleActor(
  context: Pick<Context, "db">,
  principal: Principal,
  { namespace }: Pick<FoundRepository, "namespace">,
  bypass: BypassChoice = {},
): Promise<RuleActor> {
  if (principal.kind === "run") return { permission: "none" };
  const { id } = await actorOf(context, principal);
  if (principal.kind === "installation") return { id, permission: "none", bypass };
  return { id, permission: await namespacePermission(context, principal, namespace), bypass };
}

const permissions: Readonly<Record<string, readonly Permission[]>> = {
  namespace_admin: ["admin"],
  repository_admin: ["admin"],
  repository_write: ["write", "admin"],
};

/** True if the actor can bypass the ruleset. `pull_request_only` applies only to merges. */
export function canBypass({ bypassActors }: RulesetRow, actor: RuleActor, by: "push" | "merge"): boolean {
  return bypassActors.some(({ bypassMode, user, app, repohostRole }) => {
    if (bypassMode !== "always" && by === "push") return false;
    const id = user?.id ?? app?.id;
    if (id !== undefined) return id === actor.id;
    return repohostRole !== undefined && (permissions[repohostRole.role] ?? []).includes(actor.permission);
  });
}
