import { and, asc, count, eq } from "drizzle-orm";
import type { InstallationEvent } from "@/lib/contract/hosting/webhook-event";
import { isoTime } from "@/lib/core/clock";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { ownerBody } from "../access/owner-body";
import { type EventService, recordInstallationEvent } from "../webhooks/record-event";
import { type FoundInstallation, findInstallation, installationBody } from "./installation-row";

/** Of the repositories of an installation so many are named; all are counted. */
const mostNamed = 5_000;

async function selectedOf(tx: Transaction, { installation, namespace }: FoundInstallation) {
  if (installation.selection === "all") return { repositories: [], repositoriesCount: 0 };
  const isChosen = and(
    eq(installationRepositories.repositoryId, repositories.id),
    eq(installationRepositories.installationId, installation.id),
  );
  const isReachable = eq(repositories.namespaceId, namespace.id);
  const rows = await tx
    .select({ id: repositories.id, name: repositories.name })
    .from(repositories)
    .innerJoin(installationRepositories, isChosen)
    .where(isReachable)
    .orderBy(asc(repositories.nameFolded))
    .limit(mostNamed);
  const [counted] = await tx
    .select({ all: count() })
    .from(repositories)
    .innerJoin(installationRepositories, isChosen)
    .where(isReachable);
  const owner = ownerBody(namespace);
  return { repositories: rows.map((row) => ({ ...row, owner })), repositoriesCount: counted?.all ?? 0 };
}

/**
 * Tells an app what became of its installation: the record of Get App Installation, and the repositories it reaches when
 * they were chosen one by one. An app without an address is told nothing. `deletedAt` is for an installation that is
 * just being removed.
 */
export async function recordOwnEvent(
  tx: Transaction,
  context: EventService,
  type: InstallationEvent,
  installationId: string,
  deletedAt?: number,
): Promise<void> {
  const found = await findInstallation(tx, installationId);
  if (!found || found.app.webhookUrl === "") return;
  const { app, namespace } = found;
  const { id, displayName } = app;
  await recordInstallationEvent(tx, context, {
    type,
    listener: { appId: id, installationId, namespaceId: namespace.id },
    payload: {
      app: { id, displayName },
      installation: {
        ...installationBody(found),
        ...(await selectedOf(tx, found)),
        ...(deletedAt === undefined ? {} : { updatedAt: isoTime(deletedAt), deletedAt: isoTime(deletedAt) }),
      },
    },
  });
}

/** Tells every app in a namespace that its installation changed, as when the namespace has another slug. */
export async function recordNamespaceChange(
  tx: Transaction,
  context: EventService,
  namespaceId: string,
): Promise<void> {
  const rows = await tx
    .select({ id: installations.id })
    .from(installations)
    .where(eq(installations.namespaceId, namespaceId))
    .orderBy(asc(installations.id));
  for (const { id } of rows) await recordOwnEvent(tx, context, "installation.updated", id);
}
