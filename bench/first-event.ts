import { EventSourceParserStream } from "eventsource-parser/stream";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { type Figure, milliseconds, quantile } from "./figure";
import { now } from "./jobs";
import type { Stage } from "./stage";

interface Round {
  answered: number;
  first: number;
  agent: number;
}

async function createOnce({ url, key }: Stage): Promise<Round> {
  const authorization = `Bearer ${key}`;
  const began = now();
  const answer = await fetch(`${url}${createAgent.path}`, {
    method: createAgent.method,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text: "Say hello" }, model: { id: "script" } }),
  });
  const { agent, run } = createAgent.response.parse(await answer.json());
  const answered = now() - began;
  const stream = await fetch(`${url}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers: { authorization } });
  if (!stream.body) throw new Error(`the stream answered ${stream.status}`);
  let first: number | undefined;
  let said: number | undefined;
  const events = stream.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { id, event } of events) {
    if (id !== undefined) first ??= now() - began;
    if (event === "assistant" || event === "thinking" || event === "tool_call") said ??= now() - began;
  }
  if (first === undefined || said === undefined) throw new Error("the agent said nothing");
  return { answered, first, agent: said };
}

/** From the request that creates an agent to the first event stored, and to the first of the agent process itself. */
export async function firstEvent(stage: Stage, rounds: number): Promise<Figure[]> {
  const found: Round[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await createOnce(stage));
  const figure = (name: string, pick: (round: Round) => number): Figure => ({
    name,
    measured: milliseconds(quantile(found.map(pick), 0.5)),
    against: "–",
    ratio: "–",
  });
  return [
    figure("create → answered", (round) => round.answered),
    figure("create → first stored event", (round) => round.first),
    figure("create → first event of the agent", (round) => round.agent),
  ];
}
