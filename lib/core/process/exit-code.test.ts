import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { exitCode } from "./exit-code";

it("is -1 for a process that was killed", async () => {
  const [failing, killed] = [spawn("false"), spawn("cat")];
  const codes = [failing, killed].map(exitCode);
  killed.kill("SIGKILL");
  expect(await Promise.all(codes)).toEqual([1, -1]);
});

it("rejects for a program that can't be started, even if the caller waits later", async () => {
  const unhandled: unknown[] = [];
  const add = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", add);
  onTestFinished(() => void process.off("unhandledRejection", add));
  const code = exitCode(spawn("/nonexistent/program"));
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
  await expect(code).rejects.toThrow("ENOENT");
});
