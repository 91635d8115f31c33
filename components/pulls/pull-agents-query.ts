"use client";

import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { queueFollowUp } from "@/lib/client/queue-follow-up";
import { type PullName, pullKeys } from "./pull-queries";

const getPullAgents = () =>
  import("@/lib/contract/dashboard/pulls/get-pull-agents").then((entry) => entry.getPullAgents);

const refetchMs = 5_000;
const staleTime = 30_000;

/** The agent that opened a pull request, and the runs that messages about it started. */
export function pullAgentsQuery(name: PullName) {
  return queryOptions({
    queryKey: [...pullKeys.detail(name), "agents"] as const,
    queryFn: ({ signal }) => callProxy(getPullAgents, { params: { ...name }, signal }),
    refetchInterval: ({ state }) => (state.data?.runs.length ? refetchMs : false),
    staleTime,
  });
}

/** Queues a message about a pull request for an agent. */
export function sendAboutPull(name: PullName, agentId: string, text: string) {
  const pullRequest = `${name.ownerSlug}/${name.repoName}/${name.pullNumber}`;
  return queueFollowUp(agentId, { prompt: { text }, mode: "agent", pullRequest });
}
