import { printableText } from "@/lib/core/plain-text";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { processMarker } from "../environment/agent-environment";
import { RunFailure } from "../limits/run-failure";
import type { RunContext, RunSpec } from "../run/run-spec";
import { imageNodeFolder } from "../sandbox/image-root";
import { runCommand } from "../sandbox/run-command";
import { markerVariables, type RunSandbox } from "../sandbox/run-sandbox";
import type { WorkingCopy } from "../workspace/working-copy";
import { prepareImage } from "./prepare-image";

const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Throws `environment_unsupported` for an image in which the service's Node, which runs agents, doesn't start. */
async function requireNode(sandbox: RunSandbox): Promise<void> {
  const { code, stderr } = await runCommand(sandbox, {
    command: [process.execPath, "--version"],
    cwd: "/",
    environment: {},
    mounts: [],
    network: "none",
    view: "environment",
    maxOutputBytes: 4_096,
    timeoutMs: 60_000,
  });
  if (code === 0) return;
  const reason = printableText(stderr).trim().slice(-500);
  const fix = "Agents need an image with glibc and libstdc++ for this machine's processor.";
  throw new RunFailure("environment_unsupported", `image: Node doesn't start in the image: ${reason}\n${fix}`);
}

/**
 * Shows the agent's processes the image of its environment. Returns the image's variables, `PATH` included; `undefined` for
 * an environment without one. Throws {@link RunFailure}.
 */
export async function applyImage(
  spec: RunSpec,
  { images, signal }: RunContext,
  { sandbox, copies }: { sandbox: RunSandbox; copies: readonly WorkingCopy[] },
  { base, user }: EffectiveEnvironment,
): Promise<Record<string, string> | undefined> {
  const [copy] = copies;
  if (!images || !copy || (base.kind !== "image" && base.kind !== "build")) return undefined;
  const marker = markerVariables(processMarker(spec.variablePrefix, spec.runId));
  const image = await prepareImage({ ...images, sandbox, copy, marker, signal }, base);
  sandbox.setImage({ root: image.root });
  const [own = ""] = image.user.split(":", 1);
  if (user === undefined) await sandbox.setUser(/^[a-z_][a-z0-9_-]{0,31}$/.test(own) ? own : "root");
  await requireNode(sandbox);
  const variables = image.environment.map((each) => [each.split("=", 1)[0], each.replace(/^[^=]*=/, "")]);
  const { PATH = defaultPath, ...others } = Object.fromEntries(variables);
  return { ...others, PATH: `${PATH}:${imageNodeFolder}` };
}
