import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

export interface RegistryPackage {
  name: string;
  version: string;
  engines?: { node: string };
  /** Path to content. All are executable. */
  files: Readonly<Record<string, string>>;
}

async function pack(folder: string, { files, ...manifest }: RegistryPackage): Promise<Buffer> {
  const root = join(folder, manifest.name);
  for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) })) {
    const file = join(root, "package", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, 0o755);
  }
  await promisify(execFile)("tar", ["czf", join(root, "package.tgz"), "-C", root, "package"]);
  return readFile(join(root, "package.tgz"));
}

/** Starts an npm registry with some packages. `requested` returns the paths that npm requested. */
export async function startRegistry(folder: string, packages: readonly RegistryPackage[]) {
  const requested: string[] = [];
  const responses = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requested.push(path);
    const body = responses.get(path);
    response.statusCode = body ? 200 : 404;
    response.end(body ?? "{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${z.looseObject({ port: z.number() }).parse(server.address()).port}`;
  for (const each of packages) {
    const { files, ...manifest } = each;
    const tarball = await pack(folder, each);
    const path = `/${each.name}/-/${each.name}-${each.version}.tgz`;
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const version = { ...manifest, dist: { tarball: url + path, integrity } };
    const packument = { name: each.name, "dist-tags": { latest: each.version }, versions: { [each.version]: version } };
    responses.set(path, tarball);
    responses.set(`/${each.name}`, Buffer.from(JSON.stringify(packument)));
  }
  return { url, requested, close: () => server.close() };
}
