import { checkFilePath } from "@/git/file-path";
import type { FileEdit } from "@/git/objects/edit-tree";
import {
  type CommitFileChange,
  maxCommitBytes,
  maxFileBytes,
} from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { apiError } from "../../core/http/api-error";

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const maxTargetBytes = 4_096;

function decode(content: string, encoding: CommitFileChange["encoding"]): Buffer | string {
  if (encoding === "utf-8") {
    return content.isWellFormed() ? Buffer.from(content, "utf8") : "must be valid Unicode";
  }
  const plain = content.replace(/[\r\n\t ]/g, "");
  return base64.test(plain) && plain.length % 4 === 0 ? Buffer.from(plain, "base64") : "must be base64";
}

function checkContent(bytes: Buffer, mode: CommitFileChange["mode"], maxBytes: number): string | undefined {
  if (bytes.length > maxBytes) return `must be at most ${maxBytes} bytes`;
  if (mode !== "symlink") return undefined;
  if (bytes.length === 0 || bytes.includes(0)) return "must be a link target";
  return bytes.length > maxTargetBytes ? `must be at most ${maxTargetBytes} bytes for a symlink` : undefined;
}

/**
 * Decodes and validates the changes of a request. Each file is limited to `fileBytes` and to the contract's maximum. Throws
 * InvalidArgument with the entry's field.
 */
export function fileEdits(changes: readonly CommitFileChange[], fileBytes: number): FileEdit[] {
  let total = 0;
  return changes.map(({ path, content, encoding, mode }, index) => {
    const invalidEntry = (field: "path" | "content", problem: string) =>
      apiError.repohost("InvalidArgument", `files.${index}.${field} ${problem}`, `files.${index}.${field}`);
    const problem = checkFilePath(path);
    if (problem) throw invalidEntry("path", problem);
    if (content === undefined) return { path };
    const bytes = decode(content, encoding);
    if (typeof bytes === "string") throw invalidEntry("content", bytes);
    const tooMuch = checkContent(bytes, mode, Math.min(fileBytes, maxFileBytes));
    if (tooMuch) throw invalidEntry("content", tooMuch);
    total += bytes.length;
    if (total > maxCommitBytes) {
      throw apiError.repohost(
        "InvalidArgument",
        `files must contain at most ${maxCommitBytes} bytes in total`,
        "files",
      );
    }
    return { path, content: bytes, mode };
  });
}
