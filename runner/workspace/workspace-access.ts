import { FileRequest, FileResponse } from "../sandbox/inside/file-protocol";
import { insideCommand } from "../sandbox/inside-command";
import { runCommand } from "../sandbox/run-command";
import type { RunSandbox } from "../sandbox/run-sandbox";
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

type SendRequest = (
  request: FileRequest,
  limits: { maxOutputBytes: number; timeoutMs: number },
) => Promise<{ code: number; stdout: Buffer; stderr: string }>;

/** Starts a process for one request in a run's sandbox. */
const inSeparateProcess =
  (sandbox: RunSandbox): SendRequest =>
  (request, limits) =>
    runCommand(sandbox, {
      command: insideCommand("files"),
      cwd: "/",
      environment: {},
      mounts: request.folders.map((path) => ({ path, access: "write" as const })),
      network: "none",
      input: JSON.stringify(request),
      ...limits,
    });

/** Sends a file request into the run's sandbox. Throws {@link FileAccessError} when it is rejected. */
async function sendRequest(send: SendRequest, workspace: Workspace, request: WithoutFolders<FileRequest>) {
  const input = FileRequest.parse({ ...request, folders: agentFolders(workspace) });
  const { code, stdout, stderr } = await send(input, { maxOutputBytes, timeoutMs });
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
  const response = await sendRequest(inSeparateProcess(sandbox), workspace, { operation: "read", ...file });
  return "content" in response ? response.content : "";
}

/** Writes a file in the workspace and creates its folders. Throws {@link FileAccessError}. */
export async function writeFileInWorkspace(
  sandbox: RunSandbox,
  workspace: Workspace,
  file: { path: string; content: string },
): Promise<void> {
  await sendRequest(inSeparateProcess(sandbox), workspace, { operation: "write", ...file });
}

/** The real path of each path, links resolved; `undefined` for one outside the workspace. */
export async function locateWith(
  send: SendRequest,
  workspace: Workspace,
  paths: readonly string[],
): Promise<(string | undefined)[]> {
  const response = await sendRequest(send, workspace, { operation: "locate", paths: [...paths] });
  return "realPaths" in response ? response.realPaths.map((realPath) => realPath ?? undefined) : [];
}

/** {@link locateWith} a separate process. */
export function locateInWorkspace(
  sandbox: RunSandbox,
  workspace: Workspace,
  paths: readonly string[],
): Promise<(string | undefined)[]> {
  return locateWith(inSeparateProcess(sandbox), workspace, paths);
}
