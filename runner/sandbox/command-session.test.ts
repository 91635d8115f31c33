import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { openCommandSession } from "./command-session";
import { pipesOf } from "./sandbox";

/** Runs one command in a session whose process is a hostile program. */
async function resultOf(source: string) {
  const session = openCommandSession(() =>
    pipesOf(spawn(process.execPath, ["-e", source], { stdio: ["pipe", "pipe", "pipe"], detached: true })),
  );
  const request = { command: ["true"], cwd: "/", environment: {}, input: "" };
  const result = await session.run(request, { maxOutputBytes: 1_000_000, timeoutMs: 60_000 });
  await session.end();
  return result;
}

const frame = (kind: number, length: string, bytes: string) =>
  `const b = Buffer.alloc(5); b.writeUInt8(${kind}); b.writeUInt32BE(${length}, 1);
  process.stdout.write(b); process.stdout.write(${bytes}); setInterval(() => {}, 1000);`;

it.each([
  ["too long", frame(1, "0xffffffff", '"x"'), "a frame of 4294967295 bytes"],
  ["of an unknown kind", frame(9, "1", '"x"'), "an invalid frame"],
  ["with a long end", frame(3, "5000", '"x".repeat(5000)'), "an invalid frame"],
  ["cut off", `process.stdout.write("\\x01\\0"); setTimeout(() => process.exit(0), 100)`, "ended early"],
])("stops a session that sends a frame that is %s", async (_what, source, reason) => {
  const { code, stderr, stdout } = await resultOf(source);
  expect(code).toBe(-1);
  expect(stderr).toContain(reason);
  expect(stdout.length).toBe(0);
});

it("rejects an end frame that isn't an exit code", async () => {
  const end = JSON.stringify({ code: "0" });
  expect((await resultOf(frame(3, String(end.length), `'${end}'`))).code).toBe(-1);
});

it("takes little memory for many tiny frames", { tags: ["long"] }, async () => {
  const tiny = `const b = Buffer.from([1, 0, 0, 0, 1, 97]); const e = Buffer.from([3, 0, 0, 0, 10]);
    process.stdout.write(Buffer.concat(Array(900_000).fill(b)));
    process.stdout.write(Buffer.concat([e, Buffer.from('{"code":0}')]));`;
  const before = process.memoryUsage().heapTotal;
  const { code, stdout } = await resultOf(tiny);
  expect(code).toBe(0);
  expect(stdout.toString()).toBe("a".repeat(900_000));
  // A buffer per frame takes about 140 MB.
  expect(process.memoryUsage().heapTotal - before).toBeLessThan(70_000_000);
});

it("stops a session that floods the service, and keeps the first 64 KiB of its errors", async () => {
  const flood = (kind: number) =>
    `const b = Buffer.alloc(65541, "x"); b.writeUInt8(${kind}); b.writeUInt32BE(65536, 1);`;
  const write = "const more = () => { while (process.stdout.write(b)); process.stdout.once('drain', more); }; more();";
  expect(await resultOf(`${flood(1)} ${write}`)).toMatchObject({ code: -1, exceeded: "output" });
  const end = `const e = Buffer.from("\\x03\\0\\0\\0\\x0a" + JSON.stringify({ code: 0 }));`;
  const result = await resultOf(
    `${flood(2)} ${end} for (let i = 0; i < 100; i++) process.stdout.write(b); process.stdout.write(e);`,
  );
  expect(result.code).toBe(0);
  expect(result.stderr.length).toBe(65_536);
});
