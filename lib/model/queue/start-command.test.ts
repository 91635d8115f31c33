import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addWorkerCommand, isLocalOnly, startCommand } from "./start-command";

const start = { endpoint: "https://svc.example.com", prefix: "SVC", maskedKey: "key_…" };
const token = "swr_1";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "slipway-home-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Runs a command with a program in place of npm. Returns the program's arguments and token, one a line. */
async function run(command: string): Promise<string[]> {
  const shown = command
    .replace("npm run", `printf '%s\\n' "$SVC_AUTH_TOKEN"`)
    .replace(/ && SVC_AUTH_TOKEN='([^']*)'/, " && export SVC_AUTH_TOKEN='$1' &&");
  const { stdout } = await promisify(execFile)("bash", ["-c", shown], { env: { ...process.env, HOME: home } });
  return stdout.trim().split("\n");
}

it("is a complete command for Linux and macOS: it creates the folder and keeps the worker running", async () => {
  const command = addWorkerCommand("linux", start, { pool: "the pool's", token });
  expect(addWorkerCommand("macos", start, { pool: "the pool's", token })).toBe(command);
  expect(await run(command)).toEqual([
    token,
    "worker",
    "--",
    "--pool",
    "the pool's",
    "--worker-dir",
    join(home, "slipway-worker"),
    "--idle-release-timeout",
    "0",
    "--endpoint",
    start.endpoint,
    "start",
  ]);
});

it("can run again, and binds the worker to the pool's repository and labels", async () => {
  const labels = [{ key: "gpu", value: "a 100" }];
  const command = startCommand(start, { pool: "gpu", repository: "acme/widgets", labels, token });
  const folder = join(home, "slipway-worker/acme/widgets");
  for (const attempt of [1, 2]) {
    const printed = await run(command);
    expect(printed, `attempt ${attempt}`).toContain("gpu=a 100");
    expect(printed).toContain(folder);
  }
  expect(await readFile(join(folder, ".git/config"), "utf8")).toContain(
    "url = https://svc.example.com/acme/widgets.git",
  );
});

it("runs in WSL on Windows", () => {
  expect(addWorkerCommand("windows", start, { pool: "$gpu", token })).toMatch(
    /^wsl -- bash -lc "mkdir .*'\\\$gpu'.* start"$/,
  );
});

it("keeps a container's files in a volume, and its sandbox working", () => {
  const command = addWorkerCommand("docker", start, { pool: "gpu", token });
  expect(command).toContain("--security-opt seccomp=unconfined");
  expect(command).toMatch(
    /-v slipway-worker:\/work -e SVC_AUTH_TOKEN='swr_1' slipway worker --pool gpu --worker-dir \/work .* start$/,
  );
  const bound = addWorkerCommand("docker", start, { pool: "gpu", repository: "acme/widgets", token });
  expect(bound).toContain("--entrypoint sh slipway -c 'git init -q /work && ");
  expect(bound).toMatch(/exec slipway worker --pool gpu .* start'$/);
});

it.each([
  ["http://127.0.0.1:4100", true],
  ["http://localhost:4100", true],
  ["http://[::1]:4100", true],
  ["https://svc.example.com", false],
  ["http://10.0.0.5:4100", false],
])("%s is only reachable locally: %s", (endpoint, expected) => {
  expect(isLocalOnly({ ...start, endpoint })).toBe(expected);
});
