import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { engineEnvironment } from "./container-engine";

const runFile = promisify(execFile);
const timeoutMs = 30_000;

const fixedIn = [5, 3, 2] as const;
const fixes =
  "a Dockerfile could read and write files of this machine (CVE-2024-1753, CVE-2024-9407, CVE-2024-9675, CVE-2024-11218)";

/** Version of podman. Throws if it can't be started. */
export async function podmanVersion([engine = "", ...settings]: readonly string[]): Promise<string> {
  const args = [...settings, "version", "--format", "{{.Client.Version}}"];
  const { stdout } = await runFile(engine, args, { env: engineEnvironment(), cwd: "/", timeout: timeoutMs });
  return stdout.trim();
}

/** Why podman can't build untrusted Dockerfiles, if it can't. `userId`: of this process. */
export function buildProblem(version: string, userId: number | undefined): string | undefined {
  const order = ([major = 0, minor = 0, patch = 0]: readonly number[]) => (major * 1_000 + minor) * 1_000 + patch;
  if (order(version.split(/[^\d]+/).map(Number)) < order(fixedIn)) {
    return `podman ${version} is older than ${fixedIn.join(".")}: ${fixes}. Update podman`;
  }
  if (userId !== 0) return undefined;
  return "podman has root privileges here, which the steps of a Dockerfile would share. Run Slipway as a dedicated user";
}
