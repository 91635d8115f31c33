const forbiddenCharacters = /[ ~^:?*[\\]/;
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
const maxNameLength = 200;

const hasControl = (name: string) => Array.from(name).some((each) => each < " " || each === "\u007f");

/** True for names `git check-ref-format` accepts below `refs/heads/`. */
export function isRefName(name: string): boolean {
  return (
    name !== "" &&
    name.isWellFormed() &&
    !forbiddenCharacters.test(name) &&
    !hasControl(name) &&
    !name.includes("..") &&
    !name.includes("@{") &&
    !name.endsWith(".") &&
    name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))
  );
}

/** The problem with a branch name, as a sentence predicate; `undefined` if it is valid. */
export function checkBranchName(name: string): string | undefined {
  if (name === "") return "must not be empty";
  if (!name.isWellFormed()) return "must be valid Unicode";
  if (Buffer.byteLength(name) > maxNameLength) return `must be at most ${maxNameLength} bytes`;
  if (name.startsWith("-")) return "must not start with a dash";
  if (name === "@" || name.toUpperCase() === "HEAD") return `must not be ${name}`;
  if (objectId.test(name)) return "must not look like an object id";
  if (name === "refs" || name.startsWith("refs/")) return "must not start with refs/";
  if (bidiControls.test(name)) return "must not contain text direction controls";
  if (!isRefName(name)) return "is not a valid branch name";
  return undefined;
}
