import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { createImageStore, type Images } from "../stores/image-store";
import { createSnapshotStore, type SnapshotStore } from "../stores/snapshot-store";
import { shellPrompt } from "../testing/prompt-text";
import { pushEnvironment } from "../testing/push-environment";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { importHostImage, testEngine, testEngineBuilds } from "./testing/host-image";

const sandbox = await probeSandbox({ sandbox: "auto" });
const engine = testEngine();
const isAvailable = sandbox !== "none" && engine !== undefined;
const canBuild = await testEngineBuilds(engine);
if (!isAvailable) console.log("Skipped: tests of container images need bubblewrap, podman, runc and ip");

describe.skipIf(!isAvailable)("a run in a container image", { tags: ["long"] }, () => {
  let harness: RunHarness;
  let images: Images;
  let snapshots: SnapshotStore;
  let reference = "";
  let count = 0;
  beforeAll(async () => {
    harness = await createRunHarness();
    reference = await importHostImage(engine ?? [], harness.folder);
    const store = createImageStore({ folder: join(harness.folder, "images"), limitBytes: 1024 ** 3 });
    snapshots = createSnapshotStore({ folder: join(harness.folder, "snapshots"), limitBytes: 1024 ** 3 });
    images = { engine: engine ?? [], store };
  });
  afterAll(() => harness?.dispose());

  async function run(file: object, script: string, files: Record<string, string> = {}) {
    count += 1;
    const branch = await pushEnvironment(harness, `image-${count}`, JSON.stringify(file), files);
    const { outcome, frames } = await harness.run(
      {
        prompt: shellPrompt(script),
        repositories: [{ ...harness.httpRepository(), startingRef: branch }],
        branch: { name: `svc/image-${count}`, current: false },
      },
      { sandbox, images, snapshots },
    );
    return { outcome, output: JSON.stringify(frames), branch: `svc/image-${count}` };
  }

  it("E-BASE-10 sees the image's files and its workspace, read-only and without privileges", async () => {
    const secret = join(harness.folder, "keys.json");
    await writeFile(secret, "secret-key");
    const script = [
      "cat /etc/marker; echo flavor=$FLAVOR user=$(id -un)",
      `cat ${secret}; ls ${harness.folder}; ls /opt; cat /etc/shadow; ls /usr/share`,
      "touch /etc/x /bin/x /x; grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status",
      "ls /proc | grep -c '^[0-9]'; curl --silent --show-error --noproxy '' http://elsewhere.test/; echo changed > changed.txt",
    ].join("\n");
    const { outcome, output, branch } = await run({ image: reference }, `{ ${script}; } 2>&1`);
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    expect(output).toContain("from-the-image");
    expect(output).toContain("flavor=vanilla user=root");
    expect(output).not.toContain("secret-key");
    for (const path of ["/etc/x", "/bin/x", "/x"]) {
      expect(output).toMatch(new RegExp(`touch: (?:cannot touch|setting times of) '${path}'`));
    }
    expect(output).toMatch(/CapEff:\\t0{16}/);
    expect(output).toMatch(/CapBnd:\\t0{16}/);
    expect(output).toMatch(/NoNewPrivs:\\t1/);
    expect(output).toContain("elsewhere.test:80 is not in the allowed domains");
    expect(await harness.remoteGit("show", `${branch}:changed.txt`)).toBe("changed");
  });

  it.skipIf(!canBuild)(
    "E-BASE-07 E-BASE-09 is built from the repository's Dockerfile and context, and E-COMMON-02 runs as its user",
    async () => {
      const files = {
        "docker/Dockerfile": `FROM ${reference}\nCOPY greeting /etc/greeting\nRUN echo built > /etc/built\n`,
        "docker/greeting": "hello from the context\n",
      };
      const file = { build: { dockerfile: "../docker/Dockerfile", context: "../docker" }, user: "builder" };
      const { outcome, output } = await run(file, "cat /etc/greeting /etc/built; echo user=$(id -un)", files);
      expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
      expect(output).toContain("hello from the context\\nbuilt\\nuser=builder");
    },
  );

  it.each([
    ...(canBuild
      ? [["E-BASE-18 build", () => ({ build: { dockerfileContents: `FROM ${reference}\n` } })] as const]
      : []),
    ["E-BASE-19 image", () => ({ image: reference })] as const,
  ])(
    "%s keeps its base and never stores the result of install, even if the file sets agentCanUpdateSnapshot",
    async (_title, base) => {
      const file = { ...base(), install: "echo installed > installed.txt", agentCanUpdateSnapshot: true };
      const { outcome, output } = await run(file, "cat installed.txt");
      expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
      expect(output).toContain("installed\\n");
      expect(output).not.toContain('"snapshot":{');
    },
  );

  it.skipIf(!canBuild)("E-BASE-08 can't reach what its environment file doesn't allow while it is built", async () => {
    const contents = `FROM ${reference}\nRUN curl --silent --show-error --max-time 5 --noproxy '' http://elsewhere.test/ 2>&1; curl --noproxy '*' --max-time 5 http://169.254.169.254/ && exit 3; exit 7\n`;
    const { outcome } = await run({ build: { dockerfileContents: contents } }, "true");
    expect(outcome.error?.code).toBe("environment_image_failed");
    expect(outcome.error?.message).toContain("7");
  });

  it.skipIf(!canBuild)("isn't built from files of this machine", async () => {
    const archive = join(harness.folder, "image.tar");
    const { outcome } = await run({ build: { dockerfileContents: `FROM docker-archive:${archive}\n` } }, "true");
    expect(outcome.error?.code).toBe("environment_image_failed");
  });

  it.skipIf(canBuild)("isn't built by podman with root privileges or known escapes", async () => {
    const { outcome } = await run({ build: { dockerfileContents: `FROM ${reference}\n` } }, "true");
    expect(outcome.error?.code).toBe("environment_image_failed");
    expect(outcome.error?.message).toMatch(/^build: podman .*, or use an image$/);
  });

  it("E-BASE-08 can't reach what its environment file doesn't allow while it is pulled", async () => {
    const file = { image: "registry.invalid/team/image:1", egressMode: "network_settings_only" };
    const { outcome } = await run(file, "true");
    expect(outcome.error?.code).toBe("environment_image_failed");
    expect(outcome.error?.message).toMatch(/Forbidden|403|not in the allowed/);
  });

  it("comes from a registry", async () => {
    const { outcome } = await run({ image: "docker-archive:/etc/passwd" }, "true");
    expect(outcome.error?.message).toMatch(/^image: docker-archive:\/etc\/passwd is not a reference of an image/);
  });
});
