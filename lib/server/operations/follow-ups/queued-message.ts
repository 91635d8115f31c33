import type { FollowUp } from "@/lib/contract/dashboard/follow-up";
import { requireAgent } from "@/lib/server/agent-access/dashboard-agents";
import type { User } from "@/lib/server/auth/session-reader";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findFollowUp, type QueuedFollowUp } from "@/lib/server/db/follow-ups";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { followUpBody } from "./follow-up-body";

/**
 * The message with this id, to change it. Throws a 404 if it isn't queued or the user can't see its agent, a 403 if it is another
 * user's and they can't prompt its agent.
 */
export async function queuedMessage(id: string, user: User): Promise<QueuedFollowUp> {
  const found = await findFollowUp(await dashboardStore(), indexSource(dashboardSettings()), id);
  if (found && found.row.state !== "sent") {
    await requireAgent(user, found.row.agentId, found.author.id === user.id ? "read" : "own");
    return found;
  }
  throw new OperationError({ status: 404, code: "follow_up_not_found", message: "Queued message not found." });
}

/** For a message that is being sent or was sent since it was read. */
export function alreadySending(): OperationError {
  const message = "The message is already being sent.";
  return new OperationError({ status: 409, code: "follow_up_sending", message });
}

/** The current message, which may have been sent in the meantime. */
export async function currentBody({ row, author }: QueuedFollowUp, callerId: string): Promise<FollowUp> {
  const now = await findFollowUp(await dashboardStore(), row.source, row.id);
  return followUpBody(now ?? { row, author }, callerId);
}
