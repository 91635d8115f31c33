import { listNotifications, type Notification } from "@/lib/contract/dashboard/notifications/list-notifications";
import { paths } from "@/lib/model/paths";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { type InboxRow, readInbox } from "@/lib/server/db/inbox-notifications";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { readableRepositories } from "@/lib/server/operations/pulls/readable-repositories";
import type { Acting } from "@/lib/server/upstream/client/service";

/** Each can need a call that checks a repository. */
const pageSize = 20;

const body = ({ id, type, at, title, detail, path, readAt }: InboxRow): Notification => ({
  id: String(id),
  type,
  at: at.toISOString(),
  title,
  detail,
  path,
  read: readAt !== null,
});

/** What is shown of a pull request whose repository the user can no longer read. They can still mark it as read. */
const hidden = { title: "Pull request", detail: "In a repository that you can't read", path: paths.inbox() };

/** Hides pull requests whose repository the user can't read. */
async function readable(user: Acting["user"], rows: readonly InboxRow[]): Promise<InboxRow[]> {
  const named = rows.flatMap(({ repository }) => {
    const [ownerSlug, repoName] = repository?.split("/") ?? [];
    return ownerSlug !== undefined && repoName !== undefined ? [{ ownerSlug, repoName }] : [];
  });
  const allowed = await readableRepositories(user, named);
  return rows.map((row) => (row.repository === null || allowed.has(row.repository) ? row : { ...row, ...hidden }));
}

export const listNotificationsOperation = implementOperation(listNotifications, async ({ query, user }) => {
  const { unread, cursor } = query;
  const before = cursor === undefined ? undefined : BigInt(cursor);
  const reader = { userId: user.id, scope: await agentScopeOf(user) };
  const page = { unread: unread === "true", before, limit: pageSize + 1 };
  const found = await readInbox(await dashboardStore(), { ...reader, ...page });
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const notifications = (await readable(user, rows)).map(body);
  return { notifications, ...(found.length > pageSize && last ? { nextCursor: String(last.id) } : {}) };
});
