import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { containerImages, importHostImage, podman, testEngine, testEngineBuilds } from "./images/testing/host-image";
import type { RunContext, RunSpec } from "./run/run-spec";
import { probeSandbox } from "./sandbox/probe-sandbox";
import { createImageStore } from "./stores/image-store";
import { shellPrompt } from "./testing/prompt-text";
import { pushEnvironment } from "./testing/push-environment";
import { createRunHarness, type RunHarness } from "./testing/run-harness";

const sandbox = await probeSandbox({ sandbox: "auto" });
const engine = testEngine();
const canBuild = await testEngineBuilds(engine);

let harness: RunHarness;
/** Accepts git's requests and never responds. */
let silent: Server;
let silentUrl = "";
beforeAll(async () => {
  harness = await createRunHarness();
  silent = createServer(() => {}).listen(0, "127.0.0.1");
  await vi.waitFor(() => expect(silent.listening).toBe(true));
  const address = silent.address();
  silentUrl = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/silent.git`;
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await harness.dispose();
});

const contents = (file: string) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** Live processes with one of the texts in their command line or environment. */
function processesWith(texts: readonly string[]): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      if (/^State:\s+[ZX]/m.test(contents(`/proc/${pid}/status`))) return [];
      const command = contents(`/proc/${pid}/cmdline`);
      const found = texts.some((text) => command.includes(text) || contents(`/proc/${pid}/environ`).includes(text));
      return found ? [`${pid} ${command.replaceAll("\0", " ").slice(0, 200)}`] : [];
    });
}

interface Case {
  spec?: Partial<RunSpec>;
  context?: Partial<RunContext>;
  /** Text in the command line of a process that shows that the run has got there. */
  until: string;
}

let count = 0;
/** Starts a run, cancels it once a process with `until` runs, and returns its status and the processes that are left. */
async function cancel({ spec, context, until }: Case) {
  count += 1;
  const runId = `run-cancel-${count}`;
  const workspaceDir = join(harness.folder, `cancel-${count}`);
  const controller = new AbortController();
  const mine = [runId, workspaceDir, until];
  const repositories = [harness.httpRepository()];
  const running = harness.run(
    { runId, workspaceDir, repositories, ...spec },
    { sandbox, ...context, signal: controller.signal },
  );
  await vi.waitFor(() => expect(processesWith([until])).not.toEqual([]), { timeout: 60_000, interval: 100 });
  controller.abort();
  const { status } = (await running).outcome;
  return { status, left: processesWith(mine) };
}

const canceled = { status: "CANCELLED", left: [] };
const script = (text: string): Case["spec"] => ({ prompt: shellPrompt(text) });
const withFile = async (file: object): Promise<Case["spec"]> => {
  const branch = await pushEnvironment(harness, `cancel-${count}`, JSON.stringify(file));
  return { repositories: [{ ...harness.httpRepository(), startingRef: branch }] };
};

const imagesIn = (folder: string) => ({
  engine: engine ?? [],
  store: createImageStore({ folder, limitBytes: 1024 ** 3 }),
});

describe.skipIf(sandbox === "none")("a canceled run leaves no process", () => {
  it("that ignores signals", async () => {
    const until = "ignores-signals";
    const loop = `trap "" TERM INT HUP QUIT USR1; : ${until}; while :; do sleep 0.1; done`;
    expect(await cancel({ spec: script(`/bin/sh -c '${loop}'`), until })).toEqual(canceled);
  });

  it("that detached from it", async () => {
    const until = "detached-daemon";
    const loop = `trap "" TERM INT HUP; : ${until}; while :; do sleep 0.1; done`;
    const detach = `( ( setsid env -i /bin/sh -c '${loop}' > /dev/null 2>&1 & ) & )`;
    expect(await cancel({ spec: script(`${detach}; sleep 1000`), until })).toEqual(canceled);
  });

  it("of a fork bomb", async () => {
    const until = "forks-endlessly";
    const fork = `: ${until}; trap "" TERM; while :; do /bin/sh -c ": ${until}; sleep 0.2" & sleep 0.01; done`;
    expect(await cancel({ spec: script(`for i in 1 2 3 4 5; do /bin/sh -c '${fork}' & done; wait`), until })).toEqual(
      canceled,
    );
  });

  it("while it is cloned", async () => {
    const repositories = [{ ...harness.httpRepository(), cloneUrl: silentUrl }];
    expect(await cancel({ spec: { repositories }, until: "silent.git" })).toEqual(canceled);
  });

  it("during install", async () => {
    const until = "endless-install";
    const install = `trap "" TERM INT; : ${until}; while :; do sleep 0.1; done`;
    expect(await cancel({ spec: await withFile({ install }), until })).toEqual(canceled);
  });

  it.skipIf(!engine)("over a container image", { tags: ["long"] }, async () => {
    const until = "inside-the-image";
    const image = await importHostImage(engine ?? [], harness.folder);
    const images = imagesIn(join(harness.folder, "images"));
    const loop = `trap "" TERM INT; : ${until}; while :; do sleep 0.1; done`;
    const spec = { ...(await withFile({ image })), ...script(`setsid /bin/sh -c '${loop}' & sleep 1000`) };
    expect(await cancel({ spec, context: { images }, until })).toEqual(canceled);
  });

  it.skipIf(!canBuild)(
    "while its image is built, and nothing of the build in the container engine",
    { tags: ["long"] },
    async () => {
      const until = "endless-build-step";
      const podmanOptions = engine ?? [];
      const image = await importHostImage(
        podmanOptions,
        harness.folder,
        `localhost/slipway-canceled-build-${randomUUID()}:1`,
      );
      const folder = join(harness.folder, "built");
      const images = imagesIn(folder);
      const step = `trap "" TERM INT; : ${until}; while :; do sleep 0.1; done`;
      const stages = `FROM ${image} AS first\nRUN echo first > /first\nFROM ${image}\nCOPY --from=first /first /\nRUN ${step}\n`;
      const spec = await withFile({ build: { dockerfileContents: stages } });
      expect(await cancel({ spec, context: { images }, until: `: ${until}` })).toEqual(canceled);
      expect(await containerImages(podmanOptions)).not.toContain(image);
      expect(
        await podman(podmanOptions, "images", "--all", "--quiet", "--filter", `label=${images.store.mark}`),
      ).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
      await podman(podmanOptions, "rmi", image);
    },
  );
});
