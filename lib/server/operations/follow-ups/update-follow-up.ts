import { updateFollowUp } from "@/lib/contract/dashboard/follow-ups/update-follow-up";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { editFollowUp, moveFollowUp } from "@/lib/server/db/follow-ups";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { alreadySending, currentBody, queuedMessage } from "./queued-message";

/** A message is sent in its author's name, so only they can change its text. */
export const updateFollowUpOperation = implementOperation(updateFollowUp, async ({ params, body, user }) => {
  const message = await queuedMessage(params.id, user);
  const { before, text, mode } = body;
  const store = await dashboardStore();
  if (text !== undefined || mode !== undefined) {
    if (message.author.id !== user.id) {
      const denied = `Only ${message.author.displayName} can edit this message.`;
      throw new OperationError({ status: 403, code: "follow_up_not_yours", message: denied });
    }
    const edit = { ...(text === undefined ? {} : { text }), ...(mode === undefined ? {} : { mode }) };
    if (!(await editFollowUp(store, message.row, edit))) throw alreadySending();
  }
  if (before !== undefined && !(await moveFollowUp(store, message.row, before))) {
    const notFound = "The message to move before isn't in this queue.";
    throw new OperationError({ status: 404, code: "follow_up_not_found", message: notFound, field: "before" });
  }
  return currentBody(message, user.id);
});
