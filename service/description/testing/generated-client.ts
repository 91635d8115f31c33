import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);
const installed = (path: string) => resolve("node_modules", path);
const runGenerator = (program: string, ...options: string[]) =>
  run(process.execPath, [
    "--import",
    pathToFileURL(resolve("service/description/testing/typescript-5.mjs")).href,
    installed(program),
    ...options,
  ]);

interface Files {
  /** The OpenAPI description. */
  description: string;
  folder: string;
  name: string;
}

/** Generate a client, and return the source that declares it with `baseUrl` and `headers`. */
const generators = {
  /** `api` has the operations. They throw unless they are called with `throwOnError: false`. */
  async "hey-api"({ description, folder, name }: Files) {
    const config = {
      input: description,
      output: join(folder, name),
      logs: { level: "silent", file: false },
      plugins: [{ name: "@hey-api/client-fetch", throwOnError: true }, "@hey-api/typescript", "@hey-api/sdk"],
    };
    const file = join(folder, `${name}.config.mjs`);
    await writeFile(file, `export default ${JSON.stringify(config)};`);
    await runGenerator("@hey-api/openapi-ts/dist/run.mjs", "-f", file);
    return {
      imports: `import { client } from "./${name}/client.gen";\nimport * as api from "./${name}/sdk.gen";`,
      setUp: "client.setConfig({ baseUrl, headers });",
    };
  },
  /** `client` sends requests to paths. Results have `data` or `error`. */
  async "openapi-typescript"({ description, folder, name }: Files) {
    const options = ["--default-non-nullable=false", "-o", join(folder, `${name}-paths.ts`)];
    await runGenerator("openapi-typescript/bin/cli.js", description, ...options);
    const library = JSON.stringify(installed("openapi-fetch/dist/index.mjs"));
    return {
      imports: `import createClient from ${library};\nimport type { paths } from "./${name}-paths";`,
      setUp: "const client = createClient<paths>({ baseUrl, headers });",
    };
  },
};

interface GeneratedFlow {
  generator: keyof typeof generators;
  /** The OpenAPI description. */
  description: unknown;
  folder: string;
  name: string;
  /** The body of a function with the generated client. */
  flow: string;
  baseUrl: string;
  key: string;
}

/** Generates a client from a description, type checks `flow` against it, and runs it. Returns its result. */
export async function runGenerated({
  generator,
  description,
  folder,
  name,
  flow,
  baseUrl,
  key,
}: GeneratedFlow): Promise<unknown> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(description));
  const { imports, setUp } = await generators[generator]({ description: file, folder, name });
  const entry = join(folder, `${name}-flow.ts`);
  await writeFile(
    entry,
    `${imports}
export async function flow(baseUrl: string, key: string) {
  const headers = { authorization: \`Bearer \${key}\` };
  ${setUp}
${flow}
}
`,
  );
  const checks = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom", "--types", ""];
  await run(installed(".bin/tsc"), [...checks, ...modules, entry]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  const outfile = join(folder, `${name}-flow.mjs`);
  await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", logLevel: "silent" });
  const loaded: { flow(baseUrl: string, key: string): Promise<unknown> } = await import(
    /* @vite-ignore */ pathToFileURL(outfile).href
  );
  return loaded.flow(baseUrl, key);
}
