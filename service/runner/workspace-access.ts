import { FileRequest, FileResponse } from "./sandbox/inside/file-protocol";
import { insideCommand } from "./sandbox/inside-command";
import { runCommand } from "./sandbox/run-command";
import type { RunSandbox } from "./sandbox/run-sandbox";
import { agentFolders, type Workspace } from "./workspace";

/** A file is outside the workspace or can't be used. The message is for the agent. */
export class FileAccessError extends Error {
  constructor(
    message: string,
    /** The file doesn't exist. */
    readonly missing = false,
  ) {
    super(message);
  }
}

const timeoutMs = 30_000;
const maxOutputBytes = 64 * 1024 ** 2;

type WithoutFolders<T> = T extends unknown ? Omit<T, "folders"> : never;

/** Sends a file request to the run's sandbox. Throws {@link FileAccessError} when it is rejected. */
async function sendRequest(sandbox: RunSandbox, workspace: Workspace, request: WithoutFolders<FileRequest>) {
  const folders = agentFolders(workspace);
  const input = FileRequest.parse({ ...request, folders });
  const { code, stdout, stderr } = await runCommand(sandbox, {
    command: insideCommand("files"),
    cwd: "/",
    environment: {},
    mounts: folders.map((path) => ({ path, access: "write" as const })),
    network: "none",
    input: JSON.stringify(input),
    maxOutputBytes,
    timeoutMs,
  });
  if (code !== 0) throw new Error(`file request failed: ${stderr.trim().slice(-500)}`);
  const response = FileResponse.parse(JSON.parse(stdout.toString("utf8")));
  if ("error" in response) throw new FileAccessError(response.error, response.missing);
  return response;
}

/** Text of a file in the workspace, or `limit` lines from line `line` (1-based). Throws {@link FileAccessError}. */
export async function readFileInWorkspace(
  sandbox: RunSandbox,
  workspace: Workspace,
  file: { path: string; line?: number | undefined; limit?: number | undefined },
): Promise<string> {
  const response = await sendRequest(sandbox, workspace, { operation: "read", ...file });
  return "content" in response ? response.content : "";
}

/** Writes a file in the workspace and creates its folders. Throws {@link FileAccessError}. */
export async function writeFileInWorkspace(
  sandbox: RunSandbox,
  workspace: Workspace,
  file: { path: string; content: string },
): Promise<void> {
  await sendRequest(sandbox, workspace, { operation: "write", ...file });
}

/** The real path of each path, links resolved; `undefined` for one outside the workspace. */
export async function locateInWorkspace(
  sandbox: RunSandbox,
  workspace: Workspace,
  paths: readonly string[],
): Promise<(string | undefined)[]> {
  const response = await sendRequest(sandbox, workspace, { operation: "locate", paths: [...paths] });
  return "realPaths" in response ? response.realPaths.map((realPath) => realPath ?? undefined) : [];
}
