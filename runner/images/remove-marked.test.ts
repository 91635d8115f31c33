import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { createImageStore } from "../stores/image-store";
import { storeMark } from "../stores/store-mark";
import { separateNamespaces } from "./container-engine";
import { buildMarks, labels, removeLeftovers } from "./remove-marked";
import { containerImages, importHostImage, podman, testEngine } from "./testing/host-image";

const found = testEngine();
const engine = found ?? [];
const log = createLog({ program: "test", level: "silent" });

describe.skipIf(!found)("what image builds of a killed service leave behind", { tags: ["long"] }, () => {
  const image = `localhost/slipway-killed-build-${randomUUID()}:1`;
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "slipway-leftovers-"));
    await importHostImage(engine, folder, image);
    await mkdir(join(folder, "context"));
  });
  afterAll(async () => {
    await podman(engine, "rmi", "--force", image);
    await rm(folder, { recursive: true, force: true });
  });

  const build = (mark: string, dockerfile: string) => {
    const limits = ["--ulimit", "nofile=1024:1024", "--network", "host", "--layers=false"];
    return ["build", ...buildMarks([mark]), ...limits, "--file", dockerfile, join(folder, "context")];
  };

  /** Starts a build, and kills podman during its second step. */
  async function killedBuild(mark: string) {
    const dockerfile = join(folder, "Dockerfile");
    await writeFile(dockerfile, `FROM ${image}\nRUN true\nRUN echo reached-the-step; sleep 1000\n`);
    const [program = "", ...args] = [...separateNamespaces(engine[0] ?? ""), ...engine, ...build(mark, dockerfile)];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^reached-the-step$/m);
    child.kill("SIGKILL");
    await once(child, "close");
  }

  it("is deleted, but nothing of another service", async () => {
    const store = createImageStore({ folder: join(folder, "own"), limitBytes: 0 });
    const other = storeMark(join(folder, "other"));
    await killedBuild(store.mark);
    await killedBuild(other);
    await podman(engine, "create", ...labels([store.mark]), "--network", "none", image, "/bin/true");
    const ofImage = async () => (await containerImages(engine)).filter((name) => name === image).length;
    const dockerfile = join(folder, "Dockerfile");
    await writeFile(dockerfile, `FROM ${image}\n`);
    await podman(engine, ...build(store.mark, dockerfile));
    const images = () => podman(engine, "images", "--all", "--quiet", "--filter", `label=${store.mark}`);
    expect(await images()).toHaveLength(1);
    expect(await ofImage()).toBe(3);
    await removeLeftovers({ engine, store }, log);
    expect(await images()).toEqual([]);
    expect(await ofImage()).toBe(1);
    await removeLeftovers({ engine, store: { ...store, mark: other } }, log);
    expect(await ofImage()).toBe(0);
  });
});
