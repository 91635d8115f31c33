import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { desc, gt, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { serviceSigningKeys } from "../../core/store/tables/apps";
import { kidOf } from "./public-key";

const rotateAfterMs = 7 * 86_400_000;
/** A rotated key stays published for another day, far longer than its signatures are valid. */
const publishMs = rotateAfterMs + 86_400_000;

type Dependencies = Pick<Context, "db" | "clock" | "cipher">;

/** An Ed25519 key for signing. */
export interface ServiceKey {
  kid: string;
  privateKey: KeyObject;
}

/** The current signing key. Keys rotate weekly; private keys are stored encrypted. */
export async function signingKey({ db, clock, cipher }: Dependencies): Promise<ServiceKey> {
  const isFresh = (row: { createdAt: number }) => row.createdAt > clock.now() - rotateAfterMs;
  const opened = ({ kid, privateKey }: typeof serviceSigningKeys.$inferSelect): ServiceKey => ({
    kid,
    privateKey: createPrivateKey(String(cipher.open(privateKey))),
  });
  const [newest] = await db.select().from(serviceSigningKeys).orderBy(desc(serviceSigningKeys.createdAt)).limit(1);
  if (newest && isFresh(newest)) return opened(newest);
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${serviceSigningKeys} in exclusive mode`);
    const [concurrent] = await tx
      .select()
      .from(serviceSigningKeys)
      .orderBy(desc(serviceSigningKeys.createdAt))
      .limit(1);
    if (concurrent && isFresh(concurrent)) return opened(concurrent);
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const spki = publicKey.export({ format: "der", type: "spki" });
    const kid = kidOf(spki);
    await tx.insert(serviceSigningKeys).values({
      kid,
      publicKey: spki.toString("base64"),
      privateKey: cipher.seal(privateKey.export({ format: "pem", type: "pkcs8" })),
      createdAt: clock.now(),
    });
    return { kid, privateKey };
  });
}

/** The public keys as a JSON Web Key Set, newest first. Creates the first key if there is none. */
export async function publishedKeys(context: Dependencies): Promise<{ keys: Record<string, string>[] }> {
  await signingKey(context);
  const rows = await context.db
    .select({ kid: serviceSigningKeys.kid, publicKey: serviceSigningKeys.publicKey })
    .from(serviceSigningKeys)
    .where(gt(serviceSigningKeys.createdAt, context.clock.now() - publishMs))
    .orderBy(desc(serviceSigningKeys.createdAt));
  return {
    keys: rows.map(({ kid, publicKey }) => {
      const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
      return { kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid, x: key.export({ format: "jwk" }).x ?? "" };
    }),
  };
}
