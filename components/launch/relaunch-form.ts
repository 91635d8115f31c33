import { createParser } from "eventsource-parser";
import { z } from "zod";
import { rowId } from "@/components/ui/new-row";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { streamRun } from "@/lib/contract/agents/stream-run";
import { callPath } from "@/lib/contract/client-path";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { emptyFields, repositoryRow } from "./empty-fields";
import { readLaunchFields } from "./launch-queries";

const timeoutMs = 8_000;

const UserMessageAppended = z.object({
  type: z.literal("user-message-appended"),
  userMessage: z.object({ text: z.string() }),
});

/** The prompt, if the stream event contains it. */
function promptOfEvent(event: string | undefined, data: string): string | undefined {
  if (event !== "interaction_update") return undefined;
  try {
    return UserMessageAppended.safeParse(JSON.parse(data)).data?.userMessage.text;
  } catch {
    return undefined;
  }
}

async function firstRunId(agentId: string): Promise<string | undefined> {
  let cursor: string | undefined;
  for (;;) {
    const query = { limit: "100", ...(cursor ? { cursor } : {}) };
    const page = await callProxy(listRuns, { params: { id: agentId }, query });
    if (page.nextCursor === undefined) return page.items.at(-1)?.id;
    cursor = page.nextCursor;
  }
}

/** The prompt of an agent's first run, read from its stream. `undefined` when the stream is no longer retained. */
async function firstPrompt(agentId: string): Promise<string | undefined> {
  const runId = await firstRunId(agentId);
  if (!runId) return undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  let prompt: string | undefined;
  try {
    const response = await fetch(`/api${callPath(streamRun, { id: agentId, runId })}`, { signal: controller.signal });
    if (!response.ok || !response.body) return undefined;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        prompt ??= promptOfEvent(event, data);
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    while (prompt === undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(value);
    }
  } catch {
    // The rest of the form is useful without the prompt.
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
  return prompt;
}

export interface Relaunch {
  fields: LaunchFields;
  /** The agent's name. */
  name: string;
  /** `all`: the stored form, without secrets and files. `some`, `no prompt`: what the API returns, with or without the prompt. */
  known: "all" | "some" | "no prompt";
}

/** The form that launches an agent like the given one. Throws when the agent doesn't exist. */
export async function relaunchForm(agentId: string): Promise<Relaunch> {
  const agent = await callProxy(getAgent, { params: { id: agentId } });
  const stored = await readLaunchFields(agentId).catch(() => null);
  if (stored) return { fields: stored, name: agent.name, known: "all" };
  const prompt = await firstPrompt(agentId).catch(() => undefined);
  return {
    fields: fieldsOf(agent, prompt ?? ""),
    name: agent.name,
    known: prompt === undefined ? "no prompt" : "some",
  };
}

function fieldsOf({ env, repos, workOnCurrentBranch, autoCreatePR, name }: Agent, prompt: string): LaunchFields {
  const target = LaunchFields.shape.target.safeParse(env.type).data ?? "default";
  return {
    ...emptyFields,
    prompt,
    workOnCurrentBranch,
    autoCreatePR,
    name,
    repositories:
      repos.length === 0
        ? emptyFields.repositories
        : repos.map(({ url, startingRef = "", prUrl = "" }) =>
            repositoryRow({ id: rowId(), url, startingRef, prUrl, from: prUrl ? "pull" : "reference" }),
          ),
    // An unnamed cloud environment is the default.
    target: target === "cloud" && !env.name ? "default" : target,
    targetName: env.name ?? "",
  };
}
