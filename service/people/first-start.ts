import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Keys, keysFile } from "@/lib/core/settings/keys";
import { newKey } from "../core/api-key";
import type { Context } from "../core/context";
import { apiKeys, serviceAccounts, teams, users } from "../core/store/tables/people";

/**
 * On the first start: one team, its first user, a service account, and a key for each, written to
 * `DATA_DIR/keys.json` (mode 0600). The file is written before the rows are committed, so that a crash in between never
 * leaves keys nobody knows.
 */
export async function setUpPeople(context: Pick<Context, "db" | "clock" | "ids" | "settings">): Promise<void> {
  const { db, clock, ids, settings } = context;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${teams} in exclusive mode`);
    if ((await tx.select({ id: teams.id }).from(teams).limit(1)).length > 0) return;
    const createdAt = clock.now();
    const [team] = await tx.insert(teams).values({ name: "Home", createdAt }).returning();
    if (!team) throw new Error("the first team was not stored");
    const [user] = await tx
      .insert(users)
      .values({
        actorId: ids.typed("user"),
        email: "admin@localhost",
        firstName: "Slipway",
        lastName: "Admin",
        teamId: team.id,
        isTeamAdmin: true,
        createdAt,
      })
      .returning();
    if (!user) throw new Error("the first user was not stored");
    const serviceAccountId = ids.typed("sa");
    await tx
      .insert(serviceAccounts)
      .values({ id: serviceAccountId, teamId: team.id, name: "dashboard", userId: user.id, createdAt });

    const made = { user: newKey(ids, "key"), serviceAccount: newKey(ids, "sak"), admin: newKey(ids, "adm") };
    await tx.insert(apiKeys).values([
      { id: ids.uuid(), hash: made.user.hash, name: "first user", kind: "user", userId: user.id, createdAt },
      {
        id: ids.uuid(),
        hash: made.serviceAccount.hash,
        name: "dashboard",
        kind: "serviceAccount",
        serviceAccountId,
        agentScoped: true,
        createdAt,
      },
      { id: ids.uuid(), hash: made.admin.hash, name: "admin", kind: "admin", createdAt },
    ]);
    const keys: Keys = { user: made.user.key, serviceAccount: made.serviceAccount.key, admin: made.admin.key };
    const file = join(settings.dataDir, keysFile);
    await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  });
}
