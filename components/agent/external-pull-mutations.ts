"use client";

import { useMutation } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import { externalPullsKey } from "./external-pull-query";

const merge = () =>
  import("@/lib/contract/agents/merge-agent-pull-request").then((entry) => entry.mergeAgentPullRequest);
const comment = () =>
  import("@/lib/contract/agents/comment-on-agent-pull-request").then((entry) => entry.commentOnAgentPullRequest);

export function useMergeExternalPull(agentId: string) {
  return useChange(
    (body: { url: string; expectedHead: string; method: "merge" | "squash" | "rebase" }) =>
      callProxy(merge, { params: { id: agentId }, body }),
    externalPullsKey(agentId),
  );
}

export function useCommentOnExternalPull(agentId: string) {
  return useMutation({
    mutationFn: (body: { url: string; body: string }) => callProxy(comment, { params: { id: agentId }, body }),
  });
}
