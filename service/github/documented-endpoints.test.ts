import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "@/lib/core/settings/project-root";
import { permissionNames } from "./github-problem";
import { appPermissions } from "./installations";

const repositoryPath = "/repos/{owner}/{repo}";
const endpoint = /^(GET|POST|PUT|PATCH|DELETE) (\S+)$/;

/** The endpoints that the service's sources name. */
async function requestedEndpoints(): Promise<string[]> {
  const service = join(projectRoot, "service");
  const found = new Set<string>();
  for (const file of await readdir(service, { recursive: true })) {
    if (!file.endsWith(".ts") || /(?:^|\/)testing\/|\.test\.ts$/.test(file)) continue;
    const text = await readFile(join(service, file), "utf8");
    for (const [, route = ""] of text.matchAll(/"((?:GET|POST|PUT|PATCH|DELETE) \/[^"\s]*)"/g)) found.add(route);
  }
  return [...found].sort();
}

/** The table of permissions in docs/operations.md, one row each: the permission, its levels, and its endpoints. */
async function documentedPermissions() {
  const text = await readFile(join(projectRoot, "docs", "operations.md"), "utf8");
  const table = text.slice(text.indexOf("| Permission | App | Token |")).split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .map((row) => {
      const [, permission = "", app = "", , use = ""] = row.split("|").map((cell) => cell.trim());
      const endpoints = [...use.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => {
        const [, method = "", path = ""] = endpoint.exec(code) ?? [];
        return method === "" ? [] : [`${method} ${path.startsWith("/") ? path : `${repositoryPath}/${path}`}`];
      });
      return { permission, app, endpoints };
    });
}

it("docs/operations.md lists every endpoint of GitHub that is requested, once, with its permission", async () => {
  const documented = (await documentedPermissions()).flatMap(({ endpoints }) => endpoints);
  expect(documented.toSorted()).toEqual(await requestedEndpoints());
});

it("docs/operations.md lists every permission of the app", async () => {
  const rows = (await documentedPermissions()).filter(({ permission }) => permission !== "None");
  const permissions = Object.entries(appPermissions).map(([name, level]) => permissionNames(`${name}=${level}`));
  expect(rows.map(({ permission, app }) => `${permission}: ${app}`).sort()).toEqual(
    permissions
      .map((name) => (name.startsWith("Statuses") ? name.replace("Statuses", "Commit statuses") : name))
      .sort(),
  );
});
