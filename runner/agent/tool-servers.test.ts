import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProcesses } from "@/service/testing/run-processes";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { agentProgram } from "../testing/agent-program";
import { createRunHarness, type RunHarness } from "../testing/run-harness";

const isolation = await probeSandbox({ sandbox: "auto" });

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

/** An agent that starts its first MCP server and returns its output. */
const starter = `
const { command, args, env } = session.mcpServers[0];
const { spawn } = await import("node:child_process");
const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
const server = spawn(command, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "inherit"], detached: true });
server.stdout.once("data", (text) => { say(String(text)); send({ id, result: { stopReason: "end_turn" } }); });`;

const server = {
  name: "local",
  type: "stdio" as const,
  command: "sh",
  args: ["-c", "echo \"$TOKEN in $PWD as $SVC_REQUEST_ID, $(ls -a | tr '\\n' ' ')\"; exec sleep 1000"],
  env: { TOKEN: "given" },
};

describe.each(isolation === "none" ? (["none"] as const) : (["none", "bubblewrap"] as const))(
  "a stdio tool server with sandbox %s",
  (kind) => {
    it.runIf(process.platform === "linux")(
      "A-MCP-19 runs with the agent's workspace, variables and lifetime",
      async () => {
        const runId = `run-tools-${kind}`;
        const command = await harness.program(`starter-${kind}`, agentProgram(starter));
        const { outcome } = await harness.run(
          { command, runId, mcpServers: [server], repositories: [harness.httpRepository()] },
          { sandbox: kind },
        );
        expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
        expect(outcome.result).toMatch(
          new RegExp(`^given in /.*/workspace/.*/repos/payments as ${runId}, .*README.md artifacts src `),
        );
        expect(await runProcesses(runId)).toEqual([]);
      },
    );
  },
);
