import { EventSourceParserStream } from "eventsource-parser/stream";
import { createAgent } from "@/lib/contract/agents/create-agent";
import type { Harness } from "./harness";
import { now } from "./jobs";
import { quantile, type Result } from "./result";

interface Round {
  responded: number;
  first: number;
  agent: number;
}

async function createOnce({ url, key }: Harness): Promise<Round> {
  const authorization = `Bearer ${key}`;
  const startedAt = now();
  const response = await fetch(`${url}${createAgent.path}`, {
    method: createAgent.method,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text: "Say hello" }, model: { id: "script" } }),
  });
  const { agent, run } = createAgent.response.parse(await response.json());
  const responded = now() - startedAt;
  const stream = await fetch(`${url}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers: { authorization } });
  if (!stream.body) throw new Error(`the stream returned ${stream.status}`);
  let first: number | undefined;
  let fromAgent: number | undefined;
  const events = stream.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { id, event } of events) {
    if (id !== undefined) first ??= now() - startedAt;
    if (event === "assistant" || event === "thinking" || event === "tool_call") fromAgent ??= now() - startedAt;
  }
  if (first === undefined || fromAgent === undefined) throw new Error("the agent sent no events");
  return { responded, first, agent: fromAgent };
}

/** Measures the time from creating an agent to the response, to the first stored event, and to the first agent event. */
export async function firstEvent(harness: Harness, rounds: number): Promise<Result[]> {
  const samples: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The process of the next run is started meanwhile, as between runs that users launch.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    samples.push(await createOnce(harness));
  }
  const result = (name: string, pick: (round: Round) => number): Result => ({
    name,
    value: quantile(samples.map(pick), 0.5),
    unit: "ms",
  });
  return [
    result("create → response", (round) => round.responded),
    result("create → first stored event", (round) => round.first),
    { ...result("create → first agent event", (round) => round.agent), target: { value: 200 } },
  ];
}
