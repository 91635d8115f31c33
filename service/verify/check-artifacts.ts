import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { storageDir } from "../artifacts/storage";
import type { Context } from "../core/context";
import { agents } from "../core/store/tables/agents";
import { artifacts } from "../core/store/tables/artifacts";
import type { Report } from "./problem";

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Checks that every artifact's content is present and unchanged, and that deleted agents left no files. */
export async function checkArtifacts(context: Pick<Context, "db" | "settings">, report: Report): Promise<number> {
  const rows = await context.db.select().from(artifacts);
  for (const { agentId, path, sizeBytes, digest } of rows) {
    const subject = `artifact ${agentId}/${path}`;
    const file = join(storageDir(context, agentId), digest);
    const size = (await stat(file).catch(() => undefined))?.size;
    if (size === undefined) report(subject, "content is missing");
    else if (size !== sizeBytes) report(subject, `content has ${size} bytes, expected ${sizeBytes}`);
    else if ((await digestOf(file)) !== digest) report(subject, "content doesn't match its digest");
  }
  const known = new Set((await context.db.select({ id: agents.id }).from(agents)).map(({ id }) => id));
  for (const folder of ["artifacts", "workspaces"]) {
    for (const name of await readdir(join(context.settings.dataDir, folder)).catch(() => [])) {
      if (!known.has(name)) report(`agent ${name}`, `was deleted but its ${folder} folder remains`);
    }
  }
  return rows.length;
}
