import type { App } from "./app";

/** Runs an agent to its end, and answers its id. */
export async function agentOf(app: App, text: string): Promise<string> {
  const answer = await fetch(`${app.serviceUrl}/v1/agents`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: { text }, repos: [{ url: `${app.serviceUrl}/demo/orders` }] }),
  });
  const { agent, run } = await answer.json();
  await (
    await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, {
      headers: { authorization: `Bearer ${app.keys.user}` },
    })
  ).text();
  return agent.id;
}
