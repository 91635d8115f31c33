import { expect } from "@playwright/test";
import type { App } from "./app";

/** Launches an agent through the API and waits for its run to end. Returns the agent's id. */
export async function createFinishedAgent(app: App, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const body = JSON.stringify({ prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/orders` }] });
  const response = await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body });
  expect(response.status).toBe(201);
  const { agent, run } = await response.json();
  await (await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers })).text();
  return agent.id;
}
