import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { table } from "@/lib/contract/tables/service-table.generated";
import { projectRoot } from "@/lib/core/settings/project-root";

/** Folders without operations whose errors operations of the agent and pool APIs return. */
const shared = ["account", "agent-access", "core", "github"];

/** Codes in the same folders that only other callers receive: admins, workers and clients that left. */
const otherCallers: ReadonlySet<string> = new Set([
  "client_closed_request",
  "github_app_exists",
  "github_app_failed",
  "github_app_not_found",
  "method_not_allowed",
  "range_not_satisfiable",
  "replaced",
  "team_not_found",
  "unavailable",
  "worker_limit",
]);

const thrown = /(?:apiError\.agents|new ApiError)\(\s*(\d+),\s*"([a-z_]+)"/g;
const gated = /status: (\d+),\s*code: "([a-z_]+)"/g;

/** The codes of the agent and pool APIs with their usual status, such as `agent_busy 409`, from the code that throws them. */
export async function errorCodes(): Promise<string[]> {
  const root = join(projectRoot, "service");
  const paths = (await readdir(root, { recursive: true })).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const files = await Promise.all(
    paths.map(async (path) => ({
      folder: path.split("/")[0] ?? "",
      isTest: path.includes("/testing/"),
      text: await readFile(join(root, path), "utf8"),
    })),
  );
  const operations = table.filter(({ family }) => family === "agents" || family === "pools").map(({ id }) => id);
  const implementing = new RegExp(`implement\\(\\s*(?:${operations.join("|")}),`);
  const folders = new Set([
    ...shared,
    ...files.filter(({ text }) => implementing.test(text)).map(({ folder }) => folder),
  ]);
  const found = files
    .filter(({ folder, isTest }) => folders.has(folder) && !isTest)
    .flatMap(({ text }) => [...text.matchAll(thrown), ...text.matchAll(gated)])
    .filter(([, , code = ""]) => !otherCallers.has(code))
    .map(([, status, code]): [string, string] => [code ?? "", status ?? ""]);
  // A code with several statuses is listed with the lowest one.
  const lowest = new Map(found.sort(([, a], [, b]) => Number(b) - Number(a)));
  return [...lowest].map(([code, status]) => `${code} ${status}`).sort();
}
