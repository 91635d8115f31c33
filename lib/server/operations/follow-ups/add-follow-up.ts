import { addFollowUp } from "@/lib/contract/dashboard/add-follow-up";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { queueMessage } from "./queue-message";

export const addFollowUpOperation = implementOperation(addFollowUp, ({ params, body, person }) => {
  const { id, prompt, mcpServers, mode, pullRequest } = body;
  const { agentId } = params;
  return queueMessage({
    ...{ id, agentId, person, text: prompt.text, mode, pullRequest },
    attachments: { images: prompt.images, mcpServers },
  });
});
