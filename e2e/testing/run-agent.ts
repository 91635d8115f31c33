import { expect } from "@playwright/test";
import type { App } from "./app";

/** Launches an agent at the service and waits for its run to end. */
export async function createFinishedAgent(app: App, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const body = JSON.stringify({ prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/orders` }] });
  const answer = await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body });
  expect(answer.status).toBe(201);
  const { agent, run } = await answer.json();
  await (await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers })).text();
  return agent.id;
}
