// @module-tag long

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agentProgram } from "../testing/agent-program";
import { pushEnvironment } from "../testing/push-environment";
import { describeAttacks } from "./testing/attacks";

describeAttacks("values for a process", { overImage: "long" }, (target) => {
  /** A value that would mount the machine's files, if it reached bubblewrap as several words. */
  const injected = () => ["/bin/sh", "--bind", target.harness.folder, "/run"].join("\0");
  const plant = async () => {
    await mkdir(join(target.harness.folder, "outside"), { recursive: true });
    await writeFile(join(target.harness.folder, "outside", "secret"), "secret");
  };

  it.each([
    ["the browser's path", (value: string) => ({ chromeExecutablePath: value, install: "ls /run; touch /run/made" })],
    ["install", (value: string) => ({ install: value })],
    ["start", (value: string) => ({ start: value })],
    ["a terminal", (value: string) => ({ terminals: [{ command: value }] })],
  ])("can't add mounts through %s", async (what, file) => {
    await plant();
    const branch = await pushEnvironment(
      target.harness,
      `injected-${what.replaceAll(/\W/g, "-")}`,
      JSON.stringify(file(injected())),
    );
    const { outcome, frames } = await target.attack(
      "ls /run",
      {},
      { repositories: [{ ...target.harness.httpRepository(), startingRef: branch }] },
    );
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "environment_unsupported" } });
    expect(outcome.error?.message).toMatch(
      /(?:Variable "CHROME_PATH"|of the environment file doesn't work\. Argument 2) contains a NUL character$/,
    );
    expect(JSON.stringify(frames)).not.toContain("outside");
    expect(await readdir(target.harness.folder)).not.toContain("made");
  });

  it.each([
    ["a variable", "{ env: [{ name: 'X', value: INJECTED }] }"],
    ["the name of a variable", "{ env: [{ name: INJECTED, value: 'x' }] }"],
    ["an argument", "{ args: ['-c', INJECTED] }"],
    ["a long variable", "{ env: [{ name: 'X', value: 'x'.repeat(200_000) }] }"],
    ["many variables", "{ env: Array.from({ length: 3_000 }, (_, at) => ({ name: 'X' + at, value: '' })) }"],
    [
      "many long variables",
      "{ env: Array.from({ length: 90 }, (_, at) => ({ name: 'X' + at, value: 'x'.repeat(120_000) })) }",
    ],
    ["a name with an equals sign", "{ env: [{ name: 'A=B', value: 'x' }] }"],
  ])("of an agent's terminal can't be %s that bubblewrap or the kernel misunderstands", async (what, params) => {
    await plant();
    const text = params.replaceAll("INJECTED", JSON.stringify(injected()));
    const create = `send({ id: 1000, method: 'terminal/create', params: { sessionId: 's', command: '/bin/sh', args: ['-c', 'ls /run'], ...${text} } });`;
    const onResponse =
      "say(JSON.stringify(JSON.parse(line).error ?? 'created')); send({ id: prompt, result: { stopReason: 'end_turn' } });";
    const program = agentProgram(`globalThis.prompt = id; ${create}`, { onResponse });
    const command = await target.harness.program(what.replaceAll(" ", "-"), program);
    const { outcome, frames } = await target.attack("", {}, { command });
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    const said = JSON.stringify(frames);
    expect(said).toMatch(
      /contains a NUL character|is longer than 128 KB|more than 2000 variables|larger than 1 MB|has an invalid name/,
    );
    expect(said).not.toMatch(/outside|created/);
  });
});
