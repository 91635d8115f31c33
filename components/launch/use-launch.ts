"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { agentKeys } from "@/components/agents/agent-queries";
import { forgetImages, imageData } from "@/components/images/image-bytes";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { CallError, isLostAnswer } from "@/lib/client/call-error";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { recordLaunch } from "@/lib/contract/dashboard/record-launch";
import { paths } from "@/lib/model/paths";
import { newAgentId } from "./agent-id";
import { type Attempt, launchDraft } from "./draft";
import { bodyOf } from "./launch-body";
import { type Problems, refusedAt } from "./launch-problems";
import { whatBecameOf } from "./reconcile-launch";

/** How the last try ended, where it did not lead to an agent. */
export type LaunchEnd =
  | { kind: "refused"; error: CallError; problems: Problems }
  | { kind: "lost"; message: string; requestId: string | undefined }
  /** The try that was lost named no id, and these agents appeared since. */
  | { kind: "unclear"; candidates: readonly AgentListEntry[] };

interface Launch {
  pending: boolean;
  end: LaunchEnd | undefined;
  /** Launches the draft. With `anew`, a try whose end is not known is taken as failed. */
  launch: (options?: { anew?: boolean }) => Promise<LaunchEnd | undefined>;
  forgetEnd: () => void;
}

/** A fault inside the service may have come after the agent was made. */
const mayHaveWorked = (error: unknown) => isLostAnswer(error) || (error instanceof CallError && error.status === 500);

/**
 * Launches an agent, never two of one form: each try is written down before it is sent, and names the agent's id itself
 * where it may (variables forbid it). While the end of a try is not known, the next one asks for it first.
 */
export function useLaunch(): Launch {
  const router = useRouter();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  // The way to the agent takes a moment, in which nothing more may be launched.
  const arrived = useRef(false);
  const [end, setEnd] = useState<LaunchEnd>();

  const arrive = (id: string, attempt: Attempt) => {
    arrived.current = true;
    // For launching it again. The agent is there whether this works or not.
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

  const send = async (attempt: Attempt): Promise<LaunchEnd | undefined> => {
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
      arrive(agent.id, attempt);
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (mayHaveWorked(error)) return { kind: "lost", message: error.message, requestId: error.requestId };
      launchDraft.setAttempt(undefined);
      return { kind: "refused", error, problems: refusedAt(fields, error.field, error.message) };
    }
  };

  const launch: Launch["launch"] = async ({ anew = false } = {}) => {
    setPending(true);
    setEnd(undefined);
    let next: LaunchEnd | undefined;
    try {
      const earlier = launchDraft.read().attempt;
      const fate = earlier && !anew ? await whatBecameOf(earlier) : undefined;
      if (earlier && fate?.kind === "found") {
        arrive(fate.agentId, earlier);
        return undefined;
      }
      if (fate?.kind === "unclear") next = fate;
      else {
        const { fields } = launchDraft.read();
        const named = fields.variables.length === 0;
        // The same id again, so that a try that is still on its way meets this one.
        const agentId = anew ? newAgentId() : (earlier?.agentId ?? newAgentId());
        const startedAt = new Date().toISOString();
        next = await send({ ...(named ? { agentId } : {}), startedAt, sent: fields });
        const conflict = next?.kind === "refused" && next.error.code === "agent_id_conflict";
        if (conflict && earlier?.agentId === agentId) {
          arrive(agentId, earlier);
          return undefined;
        }
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // Nobody could be asked what became of the earlier try, so nothing was sent.
      next = { kind: "refused", error, problems: { form: error.message } };
    } finally {
      if (!arrived.current) setPending(false);
    }
    setEnd(next);
    return next;
  };

  return { pending, end, launch, forgetEnd: () => setEnd(undefined) };
}
