import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { printableText, truncateText } from "@/lib/core/plain-text";
import { exitCode } from "@/lib/core/process/exit-code";
import type { Base } from "@/lib/model/environment/effective";
import { RunFailure } from "../limits/run-failure";
import { openFileLimit } from "../sandbox/bubblewrap";
import { accountFiles } from "../sandbox/minimal-root";
import { runCommand } from "../sandbox/run-command";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { scriptEnvironment } from "../sandbox/script-environment";
import type { ImageDetails, Images, UnpackedImage } from "../stores/image-store";
import { baseRef, transferGit, type WorkingCopy } from "../workspace/working-copy";
import { buildProblem, podmanVersion } from "./build-problem";
import { EngineError, runEngine } from "./container-engine";
import { registryReference } from "./image-reference";
import { podmanPolicy, registriesOnly } from "./registries-only";
import { buildMarks, labels, removeMarked } from "./remove-marked";

interface PrepareOptions extends Images {
  sandbox: RunSandbox;
  /** The repository of the environment file. */
  copy: WorkingCopy;
  marker: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

interface Work extends PrepareOptions {
  /** Folder for temporary files. */
  temporary: string;
}

interface MarkedWork extends Work {
  /** Marks of what is created in the engine's storage. */
  marks: readonly string[];
}

const maxDockerfileBytes = 1024 ** 2;
const Inspected = z
  .array(
    z.object({
      Id: z.string(),
      Config: z.object({ Env: z.array(z.string()).nullish(), User: z.string().nullish() }).nullish(),
    }),
  )
  .length(1);

const failure = (message: string) => new RunFailure("environment_image_failed", message);

function engine(options: Work, args: readonly string[]): Promise<string> {
  const { egressFolder } = options.sandbox;
  if (egressFolder === undefined) throw new Error("this sandbox has no egress proxy");
  return runEngine({ ...options, command: options.engine, egressFolder }, args);
}

/** Calls `work`, and deletes what it created in the engine's storage, even if it failed or was canceled. */
async function withMarks<T>(options: Work, work: (options: MarkedWork) => Promise<T>): Promise<T> {
  const mark = `slipway-build-${randomUUID()}`;
  try {
    return await work({ ...options, marks: [options.store.mark, mark] });
  } finally {
    // If it fails, the next start tries again.
    await removeMarked(options.engine, mark).catch(() => undefined);
  }
}

async function inspect(options: Work, image: string) {
  const [found] = Inspected.parse(JSON.parse(await engine(options, ["image", "inspect", "--", image])));
  if (!found) throw failure(`image ${image} not found`);
  return { id: found.Id.replace(/^sha256:/, ""), environment: found.Config?.Env ?? [], user: found.Config?.User ?? "" };
}

/** Unpacks an archive of an image's files in the sandbox, and prepares it for the sandbox's own files. */
const unpackScript = `root=$1
tar -x -f - -C "$root" --no-same-owner --exclude='dev/*' --exclude='proc/*' --exclude='sys/*'
chmod -R u+rwX "$root"; mkdir -p "$root/etc"
for name in ${accountFiles.join(" ")}; do rm -rf "$root/etc/$name"; : > "$root/etc/$name"; done`;

async function extract({ sandbox, signal }: PrepareOptions, archive: string, root: string): Promise<void> {
  const { child, stdin, stdout, stderr } = sandbox.spawn({
    command: ["/bin/sh", "-ec", unpackScript, "sh", root],
    cwd: "/",
    environment: scriptEnvironment,
    mounts: [{ path: root, access: "write" }],
    network: "none",
  });
  const kill = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  const ended = exitCode(child);
  let errorOutput = "";
  stdout.resume();
  stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  try {
    // tar may stop reading at the end mark; its exit code shows whether it received everything.
    await pipeline(createReadStream(archive), stdin).catch(() => undefined);
    const code = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw failure(`couldn't unpack the image: ${printableText(errorOutput).trim()}`);
  } finally {
    signal.removeEventListener("abort", kill);
    kill();
  }
}

/** Unpacks an image into a folder. Returns its size. */
async function unpack(options: MarkedWork, image: string, root: string): Promise<number> {
  const create = ["create", ...labels(options.marks), "--network", "none", "--", image, "/bin/true"];
  const container = (await engine(options, create)).trim();
  const archive = `${root}.tar`;
  try {
    // A file: podman can't write to the sockets that are this process's pipes.
    await engine(options, ["export", "--output", archive, "--", container]);
    const { size } = await stat(archive);
    if (size > options.store.limitBytes) throw failure("the image is larger than IMAGE_LIMIT_MB");
    await extract(options, archive, root);
    return size;
  } finally {
    await rm(archive, { force: true });
  }
}

async function save(options: MarkedWork, id: string, image: string, about: Omit<ImageDetails, "bytes">) {
  const { store } = options;
  return store.save(id, async (root) => ({ ...about, bytes: await unpack(options, image, root) }));
}

async function fromReference(options: Work, given: string): Promise<UnpackedImage> {
  const reference = registryReference(given);
  if (reference === undefined) {
    throw failure(
      `image: ${truncateText(given, 200)} is not a reference of an image in a registry, like docker.io/library/node:22`,
    );
  }
  const found = await inspect(options, reference).catch(async (error) => {
    if (!(error instanceof EngineError)) throw error;
    await engine(options, ["pull", "--quiet", "--", `docker://${reference}`]);
    return inspect(options, reference);
  });
  const { id, ...about } = found;
  return (await options.store.find(id)) ?? withMarks(options, (marked) => save(marked, id, id, about));
}

async function readDockerfile(copy: WorkingCopy, path: string): Promise<Buffer> {
  const object = `${baseRef}:${path}`;
  const sized = await transferGit(copy, ["cat-file", "-s", object], { okCodes: [0, 128] });
  if (sized.code !== 0) throw failure(`build.dockerfile: ${path} not found in the repository`);
  if (Number(sized.stdout.toString()) > maxDockerfileBytes) throw failure(`build.dockerfile: ${path} is too large`);
  return (await transferGit(copy, ["cat-file", "blob", object])).stdout;
}

/** Writes the build context, a folder of the repository at the revision the agent started from. */
async function writeContext({ sandbox, copy, signal }: PrepareOptions, tree: string, folder: string): Promise<void> {
  const script = 'git -C "$1" archive --format=tar "$2" | tar -x -f - -C "$3"';
  const { code, stderr } = await runCommand(sandbox, {
    command: ["/bin/sh", "-ec", script, "sh", copy.transferDir, tree, folder],
    cwd: "/",
    environment: {
      ...scriptEnvironment,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
    },
    mounts: [
      { path: copy.workspace.transfer, access: "read" },
      { path: folder, access: "write" },
    ],
    network: "none",
    maxOutputBytes: 65_536,
    timeoutMs: 10 * 60_000,
    signal,
  });
  if (code !== 0) throw failure(`couldn't write the build context: ${printableText(stderr).trim()}`);
}

async function buildPolicy(): Promise<string> {
  const own = await podmanPolicy();
  try {
    return registriesOnly(own);
  } catch {
    throw failure("build: podman's policy.json on the machine of the run is invalid");
  }
}

/** Builds an image and unpacks it. */
async function build(
  options: MarkedWork,
  { id, tree, content }: { id: string; tree: string; content: Buffer },
): Promise<UnpackedImage> {
  const at = (name: string) => join(options.temporary, name);
  const [dockerfile, policy, context] = [at("Dockerfile"), at("policy.json"), at("context")];
  const files = { dockerfile, policy, context, id: at("id"), runtime: at("runtime") };
  await writeFile(files.dockerfile, content);
  await writeFile(files.policy, await buildPolicy());
  await mkdir(files.context);
  await writeContext(options, tree, files.context);
  const limits = ["--ulimit", `nofile=${openFileLimit()}:${openFileLimit()}`, "--ulimit", "core=0:0"];
  const args = [
    // The labels make the image differ from its base, which a Dockerfile without steps would otherwise return.
    ...["build", ...buildMarks(options.marks), "--network", "host", "--layers=false", "--force-rm", ...limits],
    "--signature-policy",
    files.policy,
    "--runtime-flag",
    `root=${files.runtime}`,
    "--iidfile",
    files.id,
    "--file",
    files.dockerfile,
  ];
  await engine(options, [...args, "--", files.context]);
  const image = (await readFile(files.id, "utf8")).trim().replace(/^sha256:/, "");
  const { id: _id, ...about } = await inspect(options, image);
  return save(options, id, image, about);
}

async function fromBuild(options: Work, base: Base & { kind: "build" }): Promise<UnpackedImage> {
  const { copy, store } = options;
  const { dockerfile, dockerfileContents, context } = base;
  if (context === undefined) throw failure("build.context is outside the repository");
  if (dockerfile === undefined && dockerfileContents === undefined) {
    throw failure("build.dockerfile is outside the repository");
  }
  const problem = buildProblem(await podmanVersion(options.engine), process.getuid?.());
  if (problem !== undefined) throw failure(`build: ${problem}, or use an image`);
  const content =
    dockerfile === undefined ? Buffer.from(dockerfileContents ?? "") : await readDockerfile(copy, dockerfile);
  const spec = context === "" ? `${baseRef}^{tree}` : `${baseRef}:${context}`;
  const resolved = await transferGit(copy, ["rev-parse", "--verify", "--quiet", spec], { okCodes: [0, 1, 128] });
  const tree = resolved.stdout.toString().trim();
  if (tree === "") throw failure(`build.context: ${context} not found in the repository`);
  const id = createHash("sha256").update(`${tree}\n`).update(content).digest("hex");
  return (await store.find(id)) ?? withMarks(options, (marked) => build(marked, { id, tree, content }));
}

/** Output of programs for the user, without the service's folders. */
function shownOutput(output: string, folders: readonly string[]): string {
  const shorter = folders.reduce((text, folder) => text.replaceAll(`${folder}/`, "").replaceAll(folder, "."), output);
  return printableText(shorter.replaceAll(`${homedir()}/`, "~/"));
}

/**
 * The files of an environment's image, unpacked. Pulls or builds it if necessary, through the run's egress proxy. Throws
 * {@link RunFailure} `environment_image_failed`.
 */
export async function prepareImage(
  options: PrepareOptions,
  base: Base & { kind: "image" | "build" },
): Promise<UnpackedImage> {
  return options.store.withFolder(async (temporary) => {
    try {
      const work = { ...options, temporary };
      return await (base.kind === "image" ? fromReference(work, base.reference) : fromBuild(work, base));
    } catch (error) {
      const folders = [temporary, options.copy.workspace.root];
      if (error instanceof EngineError) throw failure(`${base.kind} failed:\n${shownOutput(error.message, folders)}`);
      if (error instanceof RunFailure) throw new RunFailure(error.code, shownOutput(error.message, folders));
      throw error;
    }
  });
}
