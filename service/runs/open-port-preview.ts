import { eq } from "drizzle-orm";
import { actingUserHeader } from "@/lib/contract/acting-user-header";
import { openPortPreview } from "@/lib/contract/agents/open-port-preview";
import { findAgent } from "../agent-access/find-agent";
import type { RepoContext } from "../agent-access/require-push-target";
import type { Context } from "../core/context";
import { ApiError, apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import type { Principal } from "../core/principal";
import { users } from "../core/store/tables/users";
import { canWrite } from "../hosting/access/namespace-access";
import { repositoryPermission } from "../hosting/access/repository-access";
import type { WithCatalog } from "../models/model-catalog";
import { ticketPath } from "../previews/preview-headers";
import { disabledReason } from "../previews/preview-origin";
import type { WithPreviews } from "../previews/preview-sessions";
import { holderOf, holderPrincipal } from "../users/holder";
import { checkFollowUpAccess } from "./check-follow-up-access";
import { findRun } from "./find-run";

/** Whether all previews that a user had opened at that time (Unix milliseconds) were ended. */
async function isEnded({ db }: Pick<Context, "db">, principal: Principal, openedAt: number): Promise<boolean> {
  if (!("userId" in principal)) return false;
  const [user] = await db.select({ at: users.previewsEndedAt }).from(users).where(eq(users.id, principal.userId));
  return (user?.at ?? 0) >= openedAt;
}

/**
 * Whether the holder can still use previews of an agent opened at that time (Unix milliseconds). Repositories on GitHub are only
 * checked when a preview is opened.
 */
async function canPreview(
  context: Pick<Context, "db" | "clock">,
  { holder, agentId, openedAt }: { holder: string; agentId: string; openedAt: number },
): Promise<boolean> {
  const principal = await holderPrincipal(context, holder);
  if (!principal || (await isEnded(context, principal, openedAt))) return false;
  try {
    const agent = await findAgent(context, principal, agentId, "own");
    const held = agent.pushRepositoryIds.map((id) => repositoryPermission(context, principal, id));
    return (await Promise.all(held)).every(canWrite);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * A preview sends input to the agent's servers, so the caller needs the same access as for a follow-up. Error: 409
 * `preview_unavailable`.
 */
export const openPortPreviewOperation = implement(
  openPortPreview,
  async ({ params, principal, request }, context: RepoContext & WithCatalog & WithPreviews) => {
    const { agent, run } = await findRun(context, principal, params.id, params.runId, "own");
    await checkFollowUpAccess(context, principal, agent);
    await context.catalog.requireAccess(agent.model.id, principal, request.headers.get(actingUserHeader));
    const unavailable = (message: string) => apiError.agents(409, "preview_unavailable", message);
    const { previews, settings, log } = context;
    const reason = disabledReason(settings);
    if (reason !== undefined) throw unavailable(reason);
    const preview = { holder: holderOf(principal), agentId: agent.id, openedAt: context.clock.now() };
    const opened = previews.open(run.id, Number(params.port), () => canPreview(context, preview));
    if (!opened) {
      throw unavailable(
        `Port ${params.port} isn't available. Previews need an active run, in a sandbox, whose environment file lists the port.`,
      );
    }
    if ("unavailable" in opened) throw unavailable(opened.unavailable);
    log.info({ runId: run.id, port: Number(params.port), preview: opened.label }, "port preview opened");
    const url = `${opened.origin}${ticketPath}?ticket=${opened.ticket}`;
    return { url, expiresAt: new Date(opened.expiresAt).toISOString() };
  },
);
