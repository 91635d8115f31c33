import { randomBytes, randomUUID } from "node:crypto";

/** The source of ids and secrets. Tests can inject a deterministic one. */
export interface Ids {
  uuid(): string;
  /** `<prefix>_<26 lowercase base32 characters>`, the format of hosting API ids. */
  typed(prefix: string): string;
  /** `<prefix>_<64 hexadecimal characters>`: 256 random bits. */
  secret(prefix: string): string;
}

const base32 = "abcdefghijklmnopqrstuvwxyz234567";

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  typed: (prefix) => `${prefix}_${Array.from(randomBytes(26), (byte) => base32[byte & 31]).join("")}`,
  secret: (prefix) => `${prefix}_${randomBytes(32).toString("hex")}`,
};
