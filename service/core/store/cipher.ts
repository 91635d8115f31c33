import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Encrypts secrets that must be readable later, such as session variables and tool server credentials. AES-256-GCM. */
export interface Cipher {
  seal(value: unknown): Buffer;
  /** Returns the parsed JSON. Throws when the bytes were modified or sealed with another key. */
  open(sealed: Buffer): unknown;
}

const algorithm = "aes-256-gcm";

export function createCipher(key: Buffer): Cipher {
  return {
    seal(value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
      return JSON.parse(text.toString("utf8"));
    },
  };
}

/** Returns `ENCRYPTION_KEY`, or a key generated once and stored in the data folder with mode 0600. */
export async function encryptionKey(configured: string | undefined, dataDir: string): Promise<Buffer> {
  if (configured) return Buffer.from(configured, "hex");
  const file = join(dataDir, "encryption-key");
  const stored = await readFile(file, "utf8").catch(() => "");
  if (stored) return Buffer.from(stored.trim(), "hex");
  const key = randomBytes(32);
  await writeFile(file, key.toString("hex"), { mode: 0o600, flag: "wx" });
  return key;
}
