/** Where the file lies in a repository: in the folder named after the service. */
export const filePathOf = (serviceName: string) => `.${serviceName.toLowerCase()}/environment.json`;

/** The same for a service that was given no name of its own. */
export const defaultFilePath = filePathOf("svc");

/** Folder of a file in the repository; empty for the root. */
export const folderOf = (filePath: string) => filePath.split("/").slice(0, -1).join("/");

/**
 * The place in the repository a path of the file means: relative to the file's folder, and `.`, `./`, `..` mean the root. Empty
 * is the root; `undefined` lies outside the repository.
 */
export function repositoryPath(folder: string, path: string): string | undefined {
  if (path === "." || path === "./" || path === ".." || path === "../") return "";
  if (path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)) return undefined;
  const steps = folder.split("/").filter(Boolean);
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join("/");
}
