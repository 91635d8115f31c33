import { and, eq, inArray, sql } from "drizzle-orm";
import { RemoteRefused } from "@/git/remote";
import type { Mirror } from "@/lib/contract/admin/mirrors/mirror";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { users } from "../../core/store/tables/users";
import type { WithRemotes } from "../../remotes/remotes";
import { findRepository } from "../access/repository-access";
import { findMirror } from "./mirror-row";

/** A mirror's response body for administrators. Throws if the repository has never been a mirror. */
export async function mirrorBody(context: Pick<Context, "db">, repositoryId: string): Promise<Mirror> {
  const mirror = await findMirrorBody(context, repositoryId);
  if (mirror) return mirror;
  throw apiError.agents(404, "mirror_not_found", `Repository ${repositoryId} has never been a mirror`);
}

/** Like {@link mirrorBody}, but `undefined` if the repository has never been a mirror. Throws if the repository isn't found. */
export async function findMirrorBody(context: Pick<Context, "db">, repositoryId: string): Promise<Mirror | undefined> {
  const repository = await findRepository(context, "_", repositoryId);
  if (!repository) throw apiError.agents(404, "repository_not_found", "Repository not found");
  const mirror = await findMirror(context.db, repositoryId);
  if (!mirror) return undefined;
  const admins = mirror.upstreamAdmins.length
    ? await context.db.select({ email: users.email }).from(users).where(inArray(users.id, mirror.upstreamAdmins))
    : [];
  return {
    repositoryId,
    fullName: `${repository.ownerSlug}/${repository.name}`,
    url: mirror.url,
    source: repository.mirrorSource ?? "git",
    sourceId: repository.mirrorSourceId ?? "",
    status: repository.mirrorStatus ?? "detached",
    hasCredential: mirror.credential !== null,
    upstreamAdmins: admins.map(({ email }) => email).sort(),
    ...(mirror.lastSyncedAt === null ? {} : { lastSyncedAt: isoTime(mirror.lastSyncedAt) }),
    ...(mirror.lastErrorCode === null ? {} : { lastErrorCode: mirror.lastErrorCode }),
    ...(mirror.lastErrorMessage === null ? {} : { lastErrorMessage: mirror.lastErrorMessage }),
  };
}

/** Throws unless git is allowed to connect to the URL. Checked again on every sync, because DNS can change. */
export async function requireUpstreamUrl({ remotes }: WithRemotes, url: string): Promise<void> {
  try {
    if (await remotes.access(url)) return;
  } catch (error) {
    if (!(error instanceof RemoteRefused)) throw error;
    throw apiError.field("url", error.message);
  }
  throw apiError.field(
    "url",
    "must be a plain https URL on a server listed in GIT_REMOTES, or on a GitHub server with an app or a token",
  );
}

/** Ids of active users by email. Throws if one isn't found. */
export async function requireActiveUsers({ db }: Pick<Context, "db">, emails: readonly string[]): Promise<number[]> {
  const addresses = emails.map((email) => email.trim().toLowerCase());
  if (addresses.length === 0) return [];
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(sql`lower(${users.email})`, addresses), eq(users.isActive, true)));
  const known = new Set(rows.map(({ email }) => email.toLowerCase()));
  const index = addresses.findIndex((email) => !known.has(email));
  if (index >= 0) throw apiError.field(`upstreamAdmins.${index}`, "isn't an active user");
  return rows.map(({ id }) => id);
}
