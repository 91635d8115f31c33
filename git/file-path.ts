const maxPathBytes = 4_096;
const maxPartBytes = 255;
const deepest = 200;
/** Characters some file systems ignore in names. */
const ignored = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const control = /\p{Cc}/u;

/** True for `.git` in any form a file system treats as equal. */
function isDotGit(part: string): boolean {
  const plain = part.replace(ignored, "").toLowerCase();
  return /^\.git[. ]*(?::.*)?$/.test(plain) || /^git~\d+[. ]*(?::.*)?$/.test(plain) || /^\.git\\/.test(plain);
}

/** The problem with the path of a file to write, as a sentence predicate; `undefined` if it is valid. */
export function checkFilePath(path: string): string | undefined {
  if (path === "") return "must not be empty";
  if (!path.isWellFormed()) return "must be valid Unicode";
  if (Buffer.byteLength(path) > maxPathBytes) return `must be at most ${maxPathBytes} bytes`;
  if (control.test(path)) return "must not contain control characters";
  const parts = path.split("/");
  if (parts.length > deepest) return `must be at most ${deepest} folders deep`;
  for (const part of parts) {
    if (part === "") return "must not start or end with a slash or contain consecutive slashes";
    if (part === "." || part === "..") return "must not contain . or .. as a segment";
    if (isDotGit(part)) return "must not contain .git as a segment";
    if (Buffer.byteLength(part) > maxPartBytes) return `must not contain a segment longer than ${maxPartBytes} bytes`;
  }
  return undefined;
}
