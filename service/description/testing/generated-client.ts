import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);
const program = (name: string) => resolve("node_modules/.bin", name);

interface GeneratedFlow {
  /** The OpenAPI description. */
  description: unknown;
  folder: string;
  name: string;
  /** The body of a function with the client's groups of operations. */
  flow: string;
  /** The groups: the first parts of paths. */
  groups?: readonly string[];
  baseUrl: string;
  key: string;
}

/** Generates a client from a description, type checks `flow` against it, and runs it. Returns its result. */
export async function runGenerated({
  description,
  folder,
  name,
  flow,
  groups = ["v1"],
  baseUrl,
  key,
}: GeneratedFlow): Promise<unknown> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(description));
  const output = ["-o", folder, "-n", `${name}-client.ts`, "--silent"];
  await run(program("swagger-typescript-api"), ["generate", "-p", file, ...output]);
  const entry = join(folder, `${name}.ts`);
  await writeFile(
    entry,
    `import { Api } from "./${name}-client";
export async function flow(baseUrl: string, key: string) {
  const { ${groups.join(", ")} } = new Api({ baseUrl, baseApiParams: { headers: { authorization: \`Bearer \${key}\` } } });
${flow}
}
`,
  );
  const checks = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--module",
    "esnext",
  ];
  const types = ["--moduleResolution", "bundler", "--lib", "es2022,dom", "--types", ""];
  await run(program("tsc"), [...checks, ...types, entry]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  const outfile = join(folder, `${name}.mjs`);
  await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", logLevel: "silent" });
  const loaded: { flow(baseUrl: string, key: string): Promise<unknown> } = await import(
    /* @vite-ignore */ pathToFileURL(outfile).href
  );
  return loaded.flow(baseUrl, key);
}
