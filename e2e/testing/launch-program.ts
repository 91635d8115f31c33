import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { App } from "./app";
import { callService } from "./call-service";

/** Adds a coding agent whose program has this source, and launches an agent with it. */
export async function launchProgram(
  app: App,
  program: { name: string; source: string },
  launch: { name: string; prompt: string },
): Promise<{ id: string; runId: string }> {
  const file = join(app.dataDir, `${program.name}-agent.mjs`);
  await writeFile(file, program.source);
  const registration = { name: program.name, command: [process.execPath, file] };
  await callService(app, "POST", "/admin/v1/agent-programs", registration, app.keys.admin);
  const body = { name: launch.name, prompt: { text: launch.prompt }, model: { id: program.name } };
  let launched = { id: "", runId: "" };
  // The service first tries the program out.
  await expect(async () => {
    const { agent, run } = await callService(app, "POST", "/v1/agents", body);
    launched = { id: agent.id, runId: run.id };
  }).toPass();
  return launched;
}
