"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { pullAgentsQuery, sendAboutPull } from "@/components/pulls/pull-agents-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { retryImport } from "@/lib/client/retry-import";
import { actorName } from "@/lib/model/hosting/actor-name";
import type { Thread } from "./review-queries";

/** Sends one thread to the agent that opened the pull request. Renders nothing if no agent did. */
export function SendThread({ name, thread }: { name: PullName; thread: Thread }) {
  const client = useQueryClient();
  const { data } = useQuery(pullAgentsQuery(name));
  const { mutate, isPending } = useMutation({
    mutationFn: async (agentId: string) => {
      const { formatLines, threadPrompt } = await retryImport(() => import("@/lib/model/fix/fix-prompt"));
      const comments = thread.comments.map(({ author, body }) => ({ by: actorName(author), text: body }));
      return sendAboutPull(name, agentId, threadPrompt(name.pullNumber, { location: formatLines(thread), comments }));
    },
    onSuccess: ({ state }) =>
      toast.success(state === "sent" ? "Sent to the agent." : "Queued. The agent receives it when it's idle."),
    onError: (error) => toast.error("Couldn't send to the agent.", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: pullAgentsQuery(name).queryKey }),
  });
  const author = data?.author;
  if (!author || author.archived) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      disabled={isPending}
      title={`Send to ${author.name}`}
      onClick={() => mutate(author.id)}
    >
      <Undo2 aria-hidden />
      {isPending ? "Sending…" : "Send to agent"}
    </Button>
  );
}
