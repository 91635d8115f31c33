/** The file's path in a repository: in a folder named after the service. */
export const environmentFilePath = (serviceName: string) => `.${serviceName.toLowerCase()}/environment.json`;

/** The path for the default service name. */
export const defaultFilePath = environmentFilePath("svc");

/** Folder of a file in the repository; empty for the root. */
export const parentFolder = (filePath: string) => filePath.split("/").slice(0, -1).join("/");

/**
 * Resolves a path from the file, relative to the file's folder; `.`, `./` and `..` mean the repository's root. Returns an empty string
 * for the root and `undefined` for a path outside the repository.
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
