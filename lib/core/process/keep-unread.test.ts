import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { keepUnread } from "./keep-unread";

async function textOf(output: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

it("keeps the output of a process that exited before it is read", async () => {
  const child = spawn("echo", ["done"]);
  const output = keepUnread(child.stdout);
  await once(child, "exit");
  // Node discards output in the tick after the exit.
  await new Promise(setImmediate);
  expect(await textOf(output)).toBe("done\n");
});

it("reads more than a buffer holds", async () => {
  const child = spawn("head", ["-c", "3000000", "/dev/zero"]);
  const output = keepUnread(child.stdout);
  expect((await textOf(output)).length).toBe(3_000_000);
});
