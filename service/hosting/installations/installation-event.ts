import { and, asc, count, eq } from "drizzle-orm";
import type { InstallationEvent } from "@/lib/contract/hosting/apps/webhook-event";
import { isoTime } from "@/lib/core/clock";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { ownerBody } from "../access/owner-body";
import { type EventService, recordInstallationEvent } from "../webhooks/record-event";
import { type FoundInstallation, findInstallation, installationBody } from "./installation-row";

/** Most repositories listed per event; the count covers all. */
const maxListed = 5_000;

async function selectedOf(tx: Transaction, { installation, namespace }: FoundInstallation) {
  if (installation.selection === "all") return { repositories: [], repositoriesCount: 0 };
  const isSelected = and(
    eq(installationRepositories.repositoryId, repositories.id),
    eq(installationRepositories.installationId, installation.id),
  );
  const isInNamespace = eq(repositories.namespaceId, namespace.id);
  const rows = await tx
    .select({ id: repositories.id, name: repositories.name })
    .from(repositories)
    .innerJoin(installationRepositories, isSelected)
    .where(isInNamespace)
    .orderBy(asc(repositories.nameFolded))
    .limit(maxListed);
  const [counted] = await tx
    .select({ all: count() })
    .from(repositories)
    .innerJoin(installationRepositories, isSelected)
    .where(isInNamespace);
  const owner = ownerBody(namespace);
  return { repositories: rows.map((row) => ({ ...row, owner })), repositoriesCount: counted?.all ?? 0 };
}

/**
 * Records an event about an app's own installation: its response body, and the repositories if they were selected
 * individually. Does nothing for an app without a webhook URL. Pass `deletedAt` for an installation being deleted.
 */
export async function recordAppInstallationEvent(
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

/** Records an update event for every installation in a namespace, for example when its slug changes. */
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
  for (const { id } of rows) await recordAppInstallationEvent(tx, context, "installation.updated", id);
}
