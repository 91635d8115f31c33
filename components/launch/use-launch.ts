"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentKeys } from "@/components/agents/agent-queries";
import { forgetImages, imageData } from "@/components/images/image-bytes";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { CallError, isOutcomeUnknown } from "@/lib/client/call-error";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { recordLaunch } from "@/lib/contract/dashboard/record-launch";
import { paths } from "@/lib/model/paths";
import { newAgentId } from "./agent-id";
import { type Attempt, launchDraft } from "./draft";
import { bodyOf } from "./launch-body";
import { type Problems, refusedAt } from "./launch-problems";
import { reconcileLaunch } from "./reconcile-launch";

/** How the last try ended if it didn't lead to an agent. */
export type LaunchEnd =
  | { kind: "refused"; error: CallError; problems: Problems }
  | { kind: "lost"; message: string; requestId: string | undefined }
  /** The lost try named no id, and these agents appeared since. */
  | { kind: "unclear"; candidates: readonly AgentListEntry[] };

interface Launch {
  pending: boolean;
  end: LaunchEnd | undefined;
  /** Launches the draft. With `again`, an earlier try whose end is unknown counts as failed. */
  launch: (options?: { again?: boolean }) => Promise<LaunchEnd | undefined>;
  forgetEnd: () => void;
}

type LaunchResult = { kind: "created"; agentId: string; attempt: Attempt } | LaunchEnd;

/** An error inside the service may have come after the agent was created. */
const mayHaveWorked = (error: unknown) =>
  isOutcomeUnknown(error) || (error instanceof CallError && error.status === 500);

async function send(attempt: Attempt): Promise<LaunchResult> {
  const { fields, secrets } = launchDraft.read();
  const files = fields.images.filter(({ source }) => source === "file");
  const bytes = new Map(await Promise.all(files.map(async ({ id }) => [id, await imageData(id)] as const)));
  const body = bodyOf(fields, {
    secretOf: (key) => secrets[key] ?? "",
    dataOf: (id) => bytes.get(id) ?? "",
    ...(attempt.agentId ? { agentId: attempt.agentId } : {}),
  });
  launchDraft.setAttempt(attempt);
  try {
    const { agent } = await callProxy(createAgent, { params: {}, body });
    return { kind: "created", agentId: agent.id, attempt };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (mayHaveWorked(error)) return { kind: "lost", message: error.message, requestId: error.requestId };
    launchDraft.setAttempt(undefined);
    return { kind: "refused", error, problems: refusedAt(fields, error.field, error.message) };
  }
}

/** Throws {@link CallError} when an earlier try can't be looked up; nothing was sent then. */
async function tryLaunch(again: boolean): Promise<LaunchResult> {
  const earlier = launchDraft.read().attempt;
  const outcome = earlier && !again ? await reconcileLaunch(earlier) : undefined;
  if (earlier && outcome?.kind === "found") return { kind: "created", agentId: outcome.agentId, attempt: earlier };
  if (outcome?.kind === "unclear") return outcome;
  const { fields } = launchDraft.read();
  const mayName = fields.variables.length === 0;
  // The same id again, so that a try that is still on its way meets this one.
  const agentId = again ? newAgentId() : (earlier?.agentId ?? newAgentId());
  const startedAt = new Date().toISOString();
  const result = await send({ ...(mayName ? { agentId } : {}), startedAt, sent: fields });
  const conflict = result.kind === "refused" && result.error.code === "agent_id_conflict";
  return conflict && earlier?.agentId === agentId ? { kind: "created", agentId, attempt: earlier } : result;
}

/**
 * Launches an agent, never two of one form: each try is stored before it is sent, and names the agent's id itself where
 * it may (variables forbid it). While the end of a try is unknown, the next one looks it up first.
 */
export function useLaunch(): Launch {
  const router = useRouter();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [end, setEnd] = useState<LaunchEnd>();

  const arrive = (id: string, attempt: Attempt) => {
    // For launching it again. The agent exists whether this works or not.
    void callProxy(recordLaunch, { params: { agentId: id }, body: { fields: attempt.sent } }).catch(() => undefined);
    const { fields } = launchDraft.read();
    const changed = JSON.stringify(fields) !== JSON.stringify(attempt.sent);
    launchDraft.setAttempt(undefined);
    if (changed) toast.info("The agent of your earlier try. What you changed since is kept in the form.");
    else {
      forgetImages(fields.images.map((image) => image.id));
      launchDraft.clear();
    }
    client.invalidateQueries({ queryKey: agentKeys.lists });
    router.push(paths.agent(id));
  };

  const launch: Launch["launch"] = async ({ again = false } = {}) => {
    setPending(true);
    setEnd(undefined);
    let created = false;
    try {
      const result = await tryLaunch(again).catch((error: unknown): LaunchEnd => {
        if (!(error instanceof CallError)) throw error;
        return { kind: "refused", error, problems: { form: error.message } };
      });
      created = result.kind === "created";
      if (result.kind === "created") {
        arrive(result.agentId, result.attempt);
        return undefined;
      }
      setEnd(result);
      return result;
    } finally {
      // Navigating to the agent takes a moment, in which nothing more may be launched.
      if (!created) setPending(false);
    }
  };

  return { pending, end, launch, forgetEnd: () => setEnd(undefined) };
}
