import { randomBytes, randomUUID } from "node:crypto";

/** The one source of identifiers and secrets. Tests may inject a predictable one. */
export interface Ids {
  uuid(): string;
  /** `<prefix>_<26 lower-case base32 characters>`, as the hosting API's ids. */
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
