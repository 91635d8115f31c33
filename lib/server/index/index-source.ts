import type { Settings } from "@/lib/core/settings/settings";

/** Which service's agents are meant. The embedded one may answer at another port after a restart. */
export function indexSource({ serviceUrl }: Pick<Settings, "serviceUrl">): string {
  return serviceUrl ?? "embedded";
}
