import type { Context } from "../context";

/** The address links are given out with. A port that was left to the system is known only once the service listens. */
export function publicOrigin({ settings, origin }: Pick<Context, "settings" | "origin">): string {
  return new URL(settings.servicePublicUrl).port === "0" ? origin() : settings.servicePublicUrl;
}
