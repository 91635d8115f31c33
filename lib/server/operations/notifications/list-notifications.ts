import { listNotifications, type Notification } from "@/lib/contract/dashboard/list-notifications";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { type InboxRow, readInbox } from "@/lib/server/db/inbox-notifications";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { readableRepositories } from "@/lib/server/operations/pulls/readable-repositories";
import type { Acting } from "@/lib/server/upstream/client/service";

const pageSize = 50;

const body = ({ id, type, at, title, detail, path, readAt }: InboxRow): Notification => ({
  ...{ id: String(id), type, at: at.toISOString(), title, detail, path, read: readAt !== null },
});

/** Without pull requests whose repository the user can no longer read. */
async function readable(person: Acting["person"], rows: readonly InboxRow[]): Promise<InboxRow[]> {
  const named = rows.flatMap(({ repository }) => {
    const [ownerSlug, repoName] = repository?.split("/") ?? [];
    return ownerSlug !== undefined && repoName !== undefined ? [{ ownerSlug, repoName }] : [];
  });
  const allowed = await readableRepositories(person, named);
  return rows.filter(({ repository }) => repository === null || allowed.has(repository));
}

export const listNotificationsOperation = implementOperation(listNotifications, async ({ query, person }) => {
  const { unread, cursor } = query;
  const before = cursor === undefined ? undefined : BigInt(cursor);
  const reader = { personId: person.id, scope: await agentScopeOf(person) };
  const page = { unread: unread === "true", before, limit: pageSize + 1 };
  const found = await readInbox(await dashboardStore(), { ...reader, ...page });
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const notifications = (await readable(person, rows)).map(body);
  return { notifications, ...(found.length > pageSize && last ? { nextCursor: String(last.id) } : {}) };
});
