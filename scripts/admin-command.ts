import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildPath } from "@/lib/contract/build-path";
import type { Operation } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { table } from "@/lib/contract/tables/service-table.generated";
import { Keys, keysFile } from "@/lib/core/settings/keys";

const operations: readonly Operation[] = table.filter(({ family }) => family === "admin");

const usage = `usage: slipway admin <operation> [PARAMETER…] [--body JSON]

  Administers the service that is running, with the admin key of its data folder (or ADMIN_KEY). The answer is printed as JSON.
  The address is SERVICE_URL, else that of the Slipway that runs on DATA_DIR. --body - reads standard input.
  Parameters are those of the path, in its order:

`;

const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function parametersOf({ path }: Operation): string[] {
  return compilePath(path).segments.flatMap((segment) => (segment.kind === "literal" ? [] : [segment.name]));
}

function list(): string {
  const lines = operations.map((operation) => {
    const parameters = parametersOf(operation).map((name) => ` <${name}>`);
    return `  ${kebab(operation.id)}${parameters.join("")}${operation.body ? " --body {…}" : ""}\n      ${operation.summary}\n`;
  });
  return lines.sort().join("");
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

async function adminKey(environment: NodeJS.ProcessEnv, dataDir: string): Promise<string> {
  if (environment.ADMIN_KEY) return environment.ADMIN_KEY;
  return Keys.parse(JSON.parse(await readFile(join(dataDir, keysFile), "utf8"))).admin;
}

/** Resolves with the exit code: 0 done, 1 refused by the service, 2 not understood or not reached. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const complain = (message: string) => {
    process.stderr.write(`slipway admin: ${message}\n`);
    return 2;
  };
  let given: { positionals: string[]; values: { body?: string | undefined; help?: boolean | undefined } };
  try {
    given = parseArgs({
      args: [...args],
      options: { body: { type: "string" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
  const [name, ...values] = given.positionals;
  if (name === undefined || given.values.help) {
    process.stdout.write(`${usage}${list()}`);
    return name === undefined && !given.values.help ? 2 : 0;
  }
  const operation = operations.find(({ id }) => kebab(id) === name);
  if (!operation) return complain(`there is no ${name}; --help lists what there is`);
  const names = parametersOf(operation);
  if (values.length !== names.length) {
    return complain(
      `${name} takes ${names.length === 0 ? "no parameters" : names.map((each) => `<${each}>`).join(" ")}`,
    );
  }
  const body = given.values.body === "-" ? await standardInput() : (given.values.body ?? "{}");
  if (operation.body && !z.string().refine(isJson).safeParse(body).success) return complain("--body must be JSON");

  const serviceUrl = environment.SERVICE_URL?.replace(/\/+$/, "");
  const dataDir = environment.DATA_DIR || ".data";
  if (!serviceUrl) return complain("nothing runs on this data folder; SERVICE_URL may say where else");
  const key = await adminKey(environment, dataDir).catch(() => undefined);
  if (!key) return complain(`${join(dataDir, keysFile)} can't be read; ADMIN_KEY may hold the admin key`);
  const path = buildPath(operation.path, Object.fromEntries(names.map((each, index) => [each, values[index] ?? ""])));
  const response = await fetch(`${serviceUrl}${path}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${key}`, ...(operation.body ? { "content-type": "application/json" } : {}) },
    ...(operation.body ? { body } : {}),
  }).catch(() => undefined);
  if (!response) return complain(`${serviceUrl} can't be reached`);
  const text = await response.text();
  const shown = isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  (response.ok ? process.stdout : process.stderr).write(`${shown}\n`);
  return response.ok ? 0 : 1;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
