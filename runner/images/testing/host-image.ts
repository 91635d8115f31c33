import { execFile } from "node:child_process";
import { cp, mkdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { hostProgram } from "../../sandbox/bubblewrap";
import { accountFiles } from "../../sandbox/minimal-root";
import { buildProblem, podmanVersion } from "../build-problem";

const run = promisify(execFile);

/** Podman with options that work on a machine without nested containers; `undefined` if it isn't installed. */
export function testEngine(): string[] | undefined {
  if (!hostProgram("podman") || !hostProgram("runc") || !hostProgram("ip")) return undefined;
  return ["podman", "--runtime", "runc", "--cgroup-manager=cgroupfs", "--storage-driver=vfs"];
}

/** Whether podman can build Dockerfiles on this machine. */
export async function testEngineBuilds(engine: readonly string[] | undefined): Promise<boolean> {
  return engine !== undefined && buildProblem(await podmanVersion(engine), process.getuid?.()) === undefined;
}

const programs =
  "cat chmod cp curl cut date dd env find git grep head id ln ls mkdir mkfifo mknod mount mv rm seq setsid sh sleep tail test touch tr truncate wc".split(
    " ",
  );

/** Writes the files of an image made of this machine's programs and their libraries. Returns their folder. */
export async function writeHostRoot(folder: string): Promise<string> {
  const root = join(folder, "image-root");
  const put = async (source: string, target: string) => {
    await mkdir(dirname(join(root, target)), { recursive: true });
    await cp(await realpath(source), join(root, target));
  };
  await mkdir(join(root, "etc"), { recursive: true });
  await writeFile(join(root, "etc", "marker"), "from-the-image\n");
  for (const name of accountFiles) await writeFile(join(root, "etc", name), "");
  const found = programs.flatMap((name) => hostProgram(name) ?? []);
  for (const path of found) await put(path, join("/bin", basename(path)));
  for (const path of [...found, process.execPath]) {
    const { stdout } = await run("ldd", [path]).catch(() => ({ stdout: "" }));
    for (const [library] of stdout.matchAll(/\/\S+/g)) await put(library, library);
  }
  return root;
}

/** Imports {@link writeHostRoot} as an image: no registry is needed. Returns its reference. */
export async function importHostImage(
  engine: readonly string[],
  folder: string,
  reference = "localhost/slipway-test:1",
): Promise<string> {
  const root = await writeHostRoot(folder);
  const archive = join(folder, "image.tar");
  await run("tar", ["-C", root, "-cf", archive, "."]);
  const variables = ["--change", "ENV PATH=/bin", "--change", "ENV FLAVOR=vanilla"];
  await podman(engine, "import", ...variables, archive, reference);
  return reference;
}

/** Runs podman and returns its output, one entry per line. */
export async function podman([program = "", ...settings]: readonly string[], ...args: string[]): Promise<string[]> {
  const { stdout } = await run(program, [...settings, ...args]);
  return stdout.split("\n").filter((line) => line !== "");
}

/** Images of the containers in podman's storage, those of builds included. */
export const containerImages = (engine: readonly string[]) =>
  podman(engine, "ps", "--all", "--external", "--format", "{{.Image}}");
