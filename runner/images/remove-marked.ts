import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Log } from "@/lib/core/log";
import type { Images } from "../stores/image-store";
import { engineEnvironment } from "./container-engine";

const runFile = promisify(execFile);
const timeoutMs = 60_000;

const Info = z.object({ store: z.object({ graphRoot: z.string(), graphDriverName: z.string() }) });

/** Arguments that mark a container and what is committed from it. */
export const labels = (marks: readonly string[]) => marks.flatMap((mark) => ["--label", `${mark}=`]);

/**
 * Arguments that mark a build. Its working containers have no labels, but keep its host names, which aren't part of the image.
 */
export const buildMarks = (marks: readonly string[]) => [
  ...labels(marks),
  ...marks.flatMap((mark) => ["--add-host", `${mark}:127.0.0.1`]),
];

async function workingContainers(folder: string, mark: string): Promise<string[]> {
  const ids = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const marked = ids.map(async (id) => {
    const state = await readFile(join(folder, id, "userdata", "buildah.json"), "utf8").catch(() => "");
    return state.includes(`"${mark}:127.0.0.1"`) ? [id] : [];
  });
  return (await Promise.all(marked)).flat();
}

/**
 * Deletes the containers and images with a mark from the storage of podman. A build that was killed leaves them behind.
 * Runs outside the run, because that has ended by then.
 */
export async function removeMarked([program = "podman", ...settings]: readonly string[], mark: string): Promise<void> {
  const engine = async (...args: string[]) => {
    const options = { env: engineEnvironment(), cwd: "/", timeout: timeoutMs, maxBuffer: 16 * 1024 ** 2 };
    return (await runFile(program, [...settings, ...args], options)).stdout;
  };
  const list = ["--quiet", "--no-trunc", "--filter", `label=${mark}`];
  const { store } = Info.parse(JSON.parse(await engine("info", "--format", "json")));
  const containers = [
    ...(await engine("ps", "--all", ...list)).split("\n"),
    ...(await workingContainers(join(store.graphRoot, `${store.graphDriverName}-containers`), mark)),
  ].filter((id) => id !== "");
  if (containers.length > 0) await engine("rm", "--force", "--time", "0", "--", ...containers);
  const images = (await engine("images", "--all", ...list)).split("\n").filter((id) => id !== "");
  if (images.length > 0) await engine("rmi", "--force", "--", ...new Set(images));
}

/** Deletes what builds left behind that ended with their service or worker. None may be running. */
export async function removeLeftovers(images: Images | undefined, log: Log): Promise<void> {
  if (!images) return;
  try {
    await removeMarked(images.engine, images.store.mark);
  } catch (error) {
    log.warn({ err: error }, "couldn't delete leftovers of earlier image builds");
  }
}
