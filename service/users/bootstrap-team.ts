import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { firstUserEmail, type Keys, keysFile } from "@/lib/core/settings/keys";
import { newKey } from "../core/api-key";
import type { Context } from "../core/context";
import { apiKeys, serviceAccounts, teams, users } from "../core/store/tables/users";

/**
 * On the first start, creates a team, its first user, a service account and their API keys, and writes the keys to
 * `DATA_DIR/keys.json` (mode 0600). The file is written before the transaction commits, so a crash never leaves keys in the
 * database that were not saved.
 */
export async function bootstrapTeam(context: Pick<Context, "db" | "clock" | "ids" | "settings">): Promise<void> {
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
        email: firstUserEmail,
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

    const generated = { user: newKey(ids, "key"), serviceAccount: newKey(ids, "sak"), admin: newKey(ids, "adm") };
    await tx.insert(apiKeys).values([
      { id: ids.uuid(), hash: generated.user.hash, name: "Initial user key", kind: "user", userId: user.id, createdAt },
      {
        id: ids.uuid(),
        hash: generated.serviceAccount.hash,
        name: "dashboard",
        kind: "serviceAccount",
        serviceAccountId,
        agentScoped: true,
        createdAt,
      },
      { id: ids.uuid(), hash: generated.admin.hash, name: "admin", kind: "admin", createdAt },
    ]);
    const keys: Keys = {
      user: generated.user.key,
      serviceAccount: generated.serviceAccount.key,
      admin: generated.admin.key,
    };
    const file = join(settings.dataDir, keysFile);
    await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  });
}
