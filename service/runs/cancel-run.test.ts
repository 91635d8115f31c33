import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";

const sandbox = await probeSandbox({ sandbox: "auto" });

function contents(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Command lines of live processes that have one of the texts in their command line or their environment. */
function processesWith(...texts: readonly string[]): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      if (/^State:\s+[ZX]/m.test(contents(`/proc/${pid}/status`))) return [];
      const command = contents(`/proc/${pid}/cmdline`);
      const all = `${command}\0${contents(`/proc/${pid}/environ`)}`;
      return texts.some((text) => all.includes(text)) ? [command.replaceAll("\0", " ").slice(0, 200)] : [];
    });
}

describe.skipIf(sandbox === "none")("canceling a run over the API", () => {
  let hosted: HostedRepository;
  beforeAll(async () => {
    hosted = await startHostedRepository({ SANDBOX: "auto" });
    await hosted.commit({ "README.md": "Hello\n" });
    await hosted.push("main");
  });
  afterAll(() => hosted.close());

  const endless = (name: string) => `trap "" TERM INT HUP QUIT USR1; : ${name}; while :; do sleep 0.1; done`;
  const detached = (name: string) =>
    `( ( setsid env -i /bin/sh -c '${endless(name)}' > /dev/null 2>&1 & ) & ); sleep 1000`;

  it.each([
    { title: "a script that ignores signals", name: "api-ignores", script: `/bin/sh -c '${endless("api-ignores")}'` },
    { title: "a daemon that detached from the script", name: "api-daemon", script: detached("api-daemon") },
    { title: "install", name: "api-install", install: endless("api-install") },
  ])("is final at once, and ends every process of $title", async ({ name, script = "true", install }) => {
    const { test } = hosted;
    if (install) {
      await hosted.commit({ ".svc/environment.json": JSON.stringify({ install }) });
      await hosted.push("main");
    }
    const { agent, run } = await test.call(createAgent, {
      body: { prompt: { text: shellPrompt(script).text }, repos: [{ url: `${test.url}/acme/widgets` }] },
    });
    const params = { id: agent.id, runId: run.id };
    await expect.poll(() => processesWith(`: ${name}`), { timeout: 60_000 }).not.toEqual([]);
    await test.call(cancelRun, { params });
    expect((await test.call(getRun, { params })).status).toBe("CANCELLED");
    await expect.poll(() => processesWith(run.id, agent.id, `: ${name}`), { interval: 20 }).toEqual([]);
  });
});
