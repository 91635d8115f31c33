import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { artifactStore, contentStream, type StoredContent } from "../artifacts/storage";
import type { Context } from "../core/context";
import { agents } from "../core/store/tables/agents";
import { artifacts } from "../core/store/tables/artifacts";
import type { Report } from "./problem";

async function digestOf(content: StoredContent): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of contentStream(content)) hash.update(chunk);
  return hash.digest("hex");
}

/** Checks that every artifact's content is present and unchanged, and that deleted agents left no files. */
export async function checkArtifacts(context: Pick<Context, "db" | "settings">, report: Report): Promise<number> {
  const store = artifactStore(context);
  const rows = await context.db.select().from(artifacts);
  for (const { agentId, path, sizeBytes, digest } of rows) {
    const subject = `artifact ${agentId}/${path}`;
    const content = await store.open(agentId, digest);
    if (!content) report(subject, "content is missing");
    else if (content.size !== sizeBytes) {
      await content.close();
      report(subject, `content has ${content.size} bytes, expected ${sizeBytes}`);
    } else if ((await digestOf(content)) !== digest) report(subject, "content doesn't match its digest");
  }
  const known = new Set((await context.db.select({ id: agents.id }).from(agents)).map(({ id }) => id));
  const workspaces = await readdir(join(context.settings.dataDir, "workspaces")).catch((): string[] => []);
  for (const [what, names] of Object.entries({ artifacts: await store.agents(), workspaces })) {
    for (const name of names) {
      if (!known.has(name)) report(`agent ${name}`, `was deleted but its ${what} folder remains`);
    }
  }
  return rows.length;
}
