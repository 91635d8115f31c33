import type { Context } from "../context";

/** Returns the origin for links. With port 0 in the settings, the port is only known once the service listens. */
export function publicOrigin({ settings, origin }: Pick<Context, "settings" | "origin">): string {
  return new URL(settings.servicePublicUrl).port === "0" ? origin() : settings.servicePublicUrl;
}
