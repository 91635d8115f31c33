import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { eventScopes, type InstallationEvent, type SubscribableEvent } from "@/lib/contract/hosting/apps/webhook-event";
import { withReads } from "@/lib/contract/hosting/scope";
import type { Context } from "../../core/context";
import { notify } from "../../core/store/notifications";
import { apps, installations } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import { webhookDeliveries, webhookEvents } from "../../core/store/tables/webhooks";
import type { Transaction } from "../../core/store/transaction";
import { type FoundRepository, findRepository } from "../access/repository-access";
import { coversRepository } from "./covers-repository";

/** Dependencies for recording events. */
export type EventService = Pick<Context, "ids" | "clock">;

interface Listener {
  appId: string;
  installationId: string;
  namespaceId: string;
}

/**
 * Apps that receive events of a type in a repository: those that subscribe to it, have a webhook URL, and have an active
 * installation that covers the repository and has the event's scope.
 */
export async function findSubscribers(
  db: Pick<Context["db"], "select">,
  repositoryId: string,
  type: SubscribableEvent,
): Promise<Listener[]> {
  const rows = await db
    .select({
      appId: apps.id,
      installationId: installations.id,
      namespaceId: installations.namespaceId,
      scopes: sql<string[]>`coalesce(${installations.scopes}, ${apps.defaultScopes})`,
    })
    .from(repositories)
    .innerJoin(installations, eq(installations.namespaceId, repositories.namespaceId))
    .innerJoin(apps, eq(apps.id, installations.appId))
    .where(
      and(
        eq(repositories.id, repositoryId),
        coversRepository(db, repositories.id),
        isNull(apps.deletedAt),
        ne(apps.webhookUrl, ""),
        sql`${apps.events} ? ${type}`,
      ),
    );
  const needed = eventScopes[type];
  return rows
    .filter(({ scopes }) => withReads([...scopes, "repository:metadata:read"]).includes(needed))
    .map(({ scopes: _scopes, ...listener }) => listener);
}

async function store(
  tx: Transaction,
  { ids, clock }: EventService,
  event: {
    type: SubscribableEvent | InstallationEvent;
    repositoryId: string | null;
    listeners: readonly Listener[];
    payload: unknown;
  },
): Promise<void> {
  const { type, repositoryId, listeners, payload } = event;
  const createdAt = clock.now();
  const eventId = ids.typed("evt");
  await tx.insert(webhookEvents).values({ id: eventId, type, payload, createdAt });
  await tx.insert(webhookDeliveries).values(
    listeners.map((listener) => ({
      id: ids.typed("whd"),
      eventId,
      type,
      ...listener,
      repositoryId,
      lane: `${listener.appId} ${repositoryId ?? listener.installationId}`,
      state: "pending" as const,
      trigger: "automatic" as const,
      sendAt: createdAt,
      createdAt,
    })),
  );
  await notify(tx, "webhook", "due");
}

/**
 * Records a repository event for subscribed apps, in the transaction of the change. `payload` is only called if there are
 * subscribers.
 */
export async function recordEvent(
  tx: Transaction,
  context: EventService,
  event: {
    type: SubscribableEvent;
    repositoryId: string;
    /** Restricts the event to one app. */
    onlyApp?: string | undefined;
    payload: (repository: FoundRepository) => unknown;
  },
): Promise<void> {
  const { type, repositoryId, onlyApp } = event;
  const all = await findSubscribers(tx, repositoryId, type);
  const listeners = onlyApp === undefined ? all : all.filter(({ appId }) => appId === onlyApp);
  if (listeners.length === 0) return;
  const repository = await findRepository({ db: tx }, "_", repositoryId);
  if (!repository) throw new Error(`repository ${repositoryId} was deleted`);
  await store(tx, context, { type, repositoryId, listeners, payload: await event.payload(repository) });
}

/** Records an installation event for its app, which needs no subscription. */
export async function recordInstallationEvent(
  tx: Transaction,
  context: EventService,
  event: { type: InstallationEvent; listener: Listener; payload: unknown },
): Promise<void> {
  const { type, listener, payload } = event;
  await store(tx, context, { type, repositoryId: null, listeners: [listener], payload });
}

/** Cancels an app's pending deliveries. */
export async function cancelDeliveries(tx: Pick<Context["db"], "update">, appId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "cancelled" })
    .where(and(eq(webhookDeliveries.appId, appId), eq(webhookDeliveries.state, "pending")));
}
