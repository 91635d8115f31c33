import { addFollowUp } from "@/lib/contract/dashboard/follow-ups/add-follow-up";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { queueMessage, sendMessage } from "./queue-message";

export const addFollowUpOperation = implementOperation(addFollowUp, ({ params, body, user }) => {
  const { id, immediate, prompt, mcpServers, mode, pullRequest } = body;
  const { agentId } = params;
  const attachments = { images: prompt.images, mcpServers };
  const message = { id, agentId, user, text: prompt.text, mode, pullRequest, attachments };
  return immediate ? sendMessage(message) : queueMessage(message);
});
