import { and, asc, eq } from "drizzle-orm";
import { listReferences, noObject } from "@/git/refs/references";
import { runGit } from "@/git/run-git";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../core/context";
import { namespaces, repositories } from "../core/store/tables/repositories";
import { teams } from "../core/store/tables/users";
import { recordRefUpdates } from "../hosting/git-data/update-refs";
import { fastImportStream } from "./fast-import";
import { readHistory } from "./history";

const slug = "demo";
const name = "orders";
const defaultBranch = "main";

export const demoAddress = { ownerSlug: slug, repoName: name };

type DemoDependencies = Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit;

/** Inserts the namespace and the repository in one transaction, once: a deleted demo isn't created again. */
async function insertRows({ db, clock, ids }: DemoDependencies): Promise<void> {
  await db.transaction(async (tx) => {
    const [team] = await tx.select({ id: teams.id }).from(teams).orderBy(asc(teams.id)).limit(1);
    if (!team) return;
    const now = clock.now();
    const [namespace] = await tx
      .insert(namespaces)
      .values({ id: ids.typed("ns"), slug, slugFolded: slug, type: "team", teamId: team.id, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (!namespace) return;
    await tx.insert(repositories).values({
      id: ids.typed("repo"),
      namespaceId: namespace.id,
      name,
      nameFolded: name,
      defaultBranch,
      createdAt: now,
      updatedAt: now,
    });
  });
}

/** Finds the demo repository, unless it was deleted or another repository has its name. */
export async function findDemo({ db }: Pick<Context, "db">) {
  // Only the demo creates a namespace and a repository in the same transaction.
  const createdTogether = eq(repositories.createdAt, namespaces.createdAt);
  const [row] = await db
    .select({ id: repositories.id, pushedAt: repositories.pushedAt })
    .from(repositories)
    .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
    .where(and(eq(namespaces.slugFolded, slug), eq(repositories.nameFolded, name), createdTogether));
  return row;
}

/** Imports the demo's history into a bare repository, with commit dates relative to `now` (Unix milliseconds). */
export async function importDemoHistory(dir: string, now: number): Promise<void> {
  const input = fastImportStream(await readHistory(), now);
  await runGit(["fast-import", "--quiet", "--done"], { cwd: dir, input });
}

/**
 * Creates the repository `demo/orders` on the first start. The rows are inserted first and count as incomplete until
 * `pushedAt` is set, so a start after a crash finishes the work.
 */
export async function createDemo(context: DemoDependencies): Promise<void> {
  const { db, clock, log, repositories: store } = context;
  await insertRows(context);
  const row = await findDemo(context);
  if (!row || row.pushedAt !== null) return;
  const now = clock.now();
  if (!(await store.exists(row.id))) {
    const fill = (dir: string) => importDemoHistory(dir, now);
    await store.create(row.id, { initialBranch: defaultBranch, fill }).catch(async (error: unknown) => {
      // Another service on the same data may have created it first.
      if (!(await store.exists(row.id))) throw error;
    });
  }
  const present = await listReferences(store.path(row.id), "refs/heads", "refs/tags");
  const updates = present.map((reference) => ({ ref: reference.name, before: noObject, after: reference.id }));
  await db.transaction((tx) =>
    recordRefUpdates(tx, context, { repositoryId: row.id, actor: "service", updates, settled: true }),
  );
  log.info({ repository: `${slug}/${name}` }, "demo repository created");
}
