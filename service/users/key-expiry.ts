import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";

/** When a new key expires, in Unix milliseconds; null: never. Throws 400 `validation_error` for a time in the past. */
export function keyExpiry({ clock }: Pick<Context, "clock">, expiresAt: string | undefined): number | null {
  if (expiresAt === undefined) return null;
  const at = Date.parse(expiresAt);
  if (at <= clock.now()) throw apiError.field("expiresAt", "must be in the future");
  return at;
}
