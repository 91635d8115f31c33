"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { agentKeys } from "@/components/agents/agent-queries";
import { removeStoredImages, storedImageBase64 } from "@/components/images/image-store";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { CallError, isOutcomeUnknown } from "@/lib/client/call-error";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { type CreateAgentInput, createAgent } from "@/lib/contract/agents/create-agent";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { recordLaunch } from "@/lib/contract/dashboard/launches/record-launch";
import { formBatch } from "@/lib/model/batches/form-batch";
import { paths } from "@/lib/model/paths";
import { newAgentId, newBatchId } from "./agent-id";
import { type Attempt, launchDraft } from "./draft";
import { toCreateBody } from "./launch-body";
import { launchQuery } from "./launch-queries";
import { type Problems, serverProblems } from "./launch-validation";
import { launchVariablesQuery } from "./launch-variables-query";
import { reconcileLaunch } from "./reconcile-launch";

const createBatch = () => import("@/lib/contract/dashboard/batches/create-batch").then((entry) => entry.createBatch);

/** Why the last attempt didn't create an agent. */
export type LaunchFailure =
  | { kind: "rejected"; error: CallError; problems: Problems }
  | { kind: "lost"; message: string; requestId: string | undefined }
  /** The lost attempt had no agent id, and these agents were created since. */
  | { kind: "unclear"; candidates: readonly AgentListEntry[] };

interface Launch {
  pending: boolean;
  failure: LaunchFailure | undefined;
  /** Launches the draft. With `again`, an earlier attempt with an unknown outcome counts as failed. */
  launch: (options?: { again?: boolean }) => Promise<LaunchFailure | undefined>;
  clearFailure: () => void;
}

type LaunchResult =
  | { kind: "created"; agentId: string; attempt: Attempt }
  | { kind: "stored"; batchId: string; attempt: Attempt }
  | LaunchFailure;

/** A 500 response may have been sent after the agent was created. */
const hasUnknownOutcome = (error: unknown) =>
  isOutcomeUnknown(error) || (error instanceof CallError && error.status === 500);

async function readBody(agentId: string | undefined): Promise<CreateAgentInput> {
  const { fields, secrets } = launchDraft.read();
  const files = fields.images.filter(({ source }) => source === "file");
  const bytes = new Map(await Promise.all(files.map(async ({ id }) => [id, await storedImageBase64(id)] as const)));
  return toCreateBody(fields, {
    secretOf: (key) => secrets[key] ?? "",
    dataOf: (id) => bytes.get(id) ?? "",
    ...(agentId ? { agentId } : {}),
  });
}

async function send(attempt: Attempt, savedVariables: readonly string[]): Promise<LaunchResult> {
  const { fields } = launchDraft.read();
  const { batchId } = attempt;
  const body = await readBody(attempt.agentId);
  launchDraft.setAttempt(attempt);
  try {
    if (batchId !== undefined) {
      const { models, perRepository, attempts } = formBatch(fields);
      const batch = { models, perRepository, attempts, savedVariables: [...savedVariables], fields };
      // Repeating it with the same id is safe.
      await callProxy(createBatch, { params: {}, body: { id: batchId, launch: body, ...batch } });
      return { kind: "stored", batchId, attempt };
    }
    const { agent } = await callProxy(createAgent, { params: {}, body, savedVariables });
    return { kind: "created", agentId: agent.id, attempt };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (hasUnknownOutcome(error)) return { kind: "lost", message: error.message, requestId: error.requestId };
    launchDraft.setAttempt(undefined);
    return { kind: "rejected", error, problems: serverProblems(fields, error.field, error.message) };
  }
}

/** The chosen saved variables that the user can still use, and whether the launch gets any. */
async function readSavedVariables(client: QueryClient, fields: LaunchFields) {
  const { variables } = await client.fetchQuery({ ...launchVariablesQuery(fields), staleTime: 0 });
  const chosen = variables.filter(({ id }) => fields.savedVariables.includes(id)).map(({ id }) => id);
  return { chosen, some: chosen.length > 0 || variables.some(({ apply }) => apply === "automatic") };
}

/** Throws {@link CallError} without sending anything when an earlier attempt or the saved variables can't be looked up. */
async function tryLaunch(client: QueryClient, again: boolean): Promise<LaunchResult> {
  const earlier = launchDraft.read().attempt;
  const outcome = earlier && !again ? await reconcileLaunch(earlier) : undefined;
  if (earlier && outcome?.kind === "stored") return { ...outcome, attempt: earlier };
  if (earlier && outcome?.kind === "found") return { kind: "created", agentId: outcome.agentId, attempt: earlier };
  if (outcome?.kind === "unclear") return outcome;
  const { fields } = launchDraft.read();
  const saved = await readSavedVariables(client, fields);
  if (fields.batch) {
    // With the same id, a repeated request doesn't launch the agents again.
    const batchId = again ? newBatchId() : (earlier?.batchId ?? newBatchId());
    return send({ batchId, startedAt: new Date().toISOString(), sent: fields }, saved.chosen);
  }
  const canSetId = fields.variables.length === 0 && !saved.some;
  // Reuse the id so that this attempt conflicts with an earlier one that is still in flight.
  const agentId = again ? newAgentId() : (earlier?.agentId ?? newAgentId());
  const startedAt = new Date().toISOString();
  const result = await send({ ...(canSetId ? { agentId } : {}), startedAt, sent: fields }, saved.chosen);
  const conflict = result.kind === "rejected" && result.error.code === "agent_id_conflict";
  return conflict && earlier?.agentId === agentId ? { kind: "created", agentId, attempt: earlier } : result;
}

/**
 * Launches an agent at most once per form. Each attempt is stored before it is sent and sets the agent id where the API
 * allows it (not together with variables). While an attempt's outcome is unknown, the next one looks it up first.
 */
export function useLaunch(): Launch {
  const router = usePageRouter();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<LaunchFailure>();

  /** Clears the draft and opens what was launched. */
  const open = (path: ReturnType<typeof paths.agent | typeof paths.batch>, attempt: Attempt) => {
    const { fields } = launchDraft.read();
    const changed = JSON.stringify(fields) !== JSON.stringify(attempt.sent);
    launchDraft.setAttempt(undefined);
    if (changed) toast.info("This is the result of your earlier launch. Later changes are still in the form.");
    else {
      removeStoredImages(fields.images.map((image) => image.id));
      launchDraft.launched();
    }
    client.invalidateQueries({ queryKey: agentKeys.lists });
    router.push(path);
  };
  const openAgent = (id: string, attempt: Attempt) => {
    // Recorded for "Launch again". A failure here doesn't affect the agent.
    client.setQueryData(launchQuery(id).queryKey, attempt.sent);
    void callProxy(recordLaunch, { params: { agentId: id }, body: { fields: attempt.sent } }).catch(() => undefined);
    open(paths.agent(id), attempt);
  };

  const launch: Launch["launch"] = async ({ again = false } = {}) => {
    setPending(true);
    setFailure(undefined);
    let created = false;
    try {
      const result = await tryLaunch(client, again).catch((error: unknown): LaunchFailure => {
        if (!(error instanceof CallError)) throw error;
        return { kind: "rejected", error, problems: { form: error.message } };
      });
      created = result.kind === "created" || result.kind === "stored";
      if (result.kind === "created") {
        openAgent(result.agentId, result.attempt);
        return undefined;
      }
      if (result.kind === "stored") {
        open(paths.batch(result.batchId), result.attempt);
        return undefined;
      }
      setFailure(result);
      return result;
    } finally {
      // Stay pending during navigation to prevent a second launch.
      if (!created) setPending(false);
    }
  };

  return { pending, failure, launch, clearFailure: () => setFailure(undefined) };
}
