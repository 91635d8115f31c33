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

const usage = `Usage: slipway admin <operation> [<parameter>…] [--body <json>]

Calls an admin operation of the running service and prints the response as JSON.

Options:
  --body <json>  Request body. - reads standard input
  -h, --help     Print this help

Environment variables:
  SERVICE_URL    URL of the service (default: the Slipway running on DATA_DIR)
  ADMIN_KEY      Admin key (default: from keys.json in DATA_DIR)

Operations:
`;

const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function parametersOf({ path }: Operation): string[] {
  return compilePath(path).segments.flatMap((segment) => (segment.kind === "literal" ? [] : [segment.name]));
}

function operationList(): string {
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

/** Runs `slipway admin`. Returns the exit code: 0 success, 1 rejected by the service, 2 invalid arguments or unreachable. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const fail = (message: string) => {
    process.stderr.write(`slipway admin: ${message}\n`);
    return 2;
  };
  let parsed: { positionals: string[]; values: { body?: string | undefined; help?: boolean | undefined } };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { body: { type: "string" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const [name, ...values] = parsed.positionals;
  if (name === undefined || parsed.values.help) {
    process.stdout.write(`${usage}${operationList()}`);
    return name === undefined && !parsed.values.help ? 2 : 0;
  }
  const operation = operations.find(({ id }) => kebab(id) === name);
  if (!operation) return fail(`unknown operation ${name}. Run slipway admin --help for a list.`);
  const names = parametersOf(operation);
  if (values.length !== names.length) {
    return fail(`${name} expects ${names.length === 0 ? "no parameters" : names.map((each) => `<${each}>`).join(" ")}`);
  }
  const body = parsed.values.body === "-" ? await standardInput() : (parsed.values.body ?? "{}");
  if (operation.body && !z.string().refine(isJson).safeParse(body).success) return fail("--body must be valid JSON");

  const serviceUrl = environment.SERVICE_URL?.replace(/(?<!\/)\/+$/, "");
  const dataDir = environment.DATA_DIR || ".data";
  if (!serviceUrl) return fail("no service is running on this data folder. Start it, or set SERVICE_URL.");
  const key = await adminKey(environment, dataDir).catch(() => undefined);
  if (!key) return fail(`${join(dataDir, keysFile)} can't be read. Set ADMIN_KEY to the admin key.`);
  const path = buildPath(operation.path, Object.fromEntries(names.map((each, index) => [each, values[index] ?? ""])));
  const response = await fetch(`${serviceUrl}${path}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${key}`, ...(operation.body ? { "content-type": "application/json" } : {}) },
    ...(operation.body ? { body } : {}),
  }).catch(() => undefined);
  if (!response) return fail(`couldn't connect to ${serviceUrl}`);
  const text = await response.text();
  const output = isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  (response.ok ? process.stdout : process.stderr).write(`${output}\n`);
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
