import { createHash } from "node:crypto";
import type { Ids } from "@/lib/core/ids";
import type { registrationTokenPrefix } from "./principal";

/** Hash that a key is stored and looked up by. Keys are 256 random bits, so a plain digest is enough. */
export function keyHash(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Generates a key and its hash. The key itself is shown once and never stored. */
export function newKey(
  ids: Ids,
  prefix: "key" | "sak" | "adm" | typeof registrationTokenPrefix,
): { key: string; hash: string } {
  const key = ids.secret(prefix);
  return { key, hash: keyHash(key) };
}
