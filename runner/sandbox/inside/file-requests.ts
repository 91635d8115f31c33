import type { FileRequest, FileResponse } from "./file-protocol";
import { FileRequestError, locate, readWorkspaceFile, writeWorkspaceFile } from "./workspace-files";

/** Handles one request. Rejected requests get an `error` response; other errors are thrown. */
export async function handleFileRequest(request: FileRequest): Promise<FileResponse> {
  const { folders } = request;
  try {
    switch (request.operation) {
      case "read":
        return { content: await readWorkspaceFile(request.path, request, folders) };
      case "write":
        await writeWorkspaceFile(request.path, request.content, folders);
        return { content: "" };
      case "locate":
        return {
          realPaths: await Promise.all(request.paths.map(async (path) => (await locate(path, folders)) ?? null)),
        };
    }
  } catch (error) {
    if (error instanceof FileRequestError) return { error: error.message, ...(error.missing ? { missing: true } : {}) };
    throw error;
  }
}
