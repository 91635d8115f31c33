import "server-only";
import { createLog, type Log } from "@/lib/core/log";
import { localUrl, readSettings, type Settings } from "@/lib/core/settings/settings";

let settings: Settings | undefined;
let log: Log | undefined;

/** The settings of this process, read once. */
export function dashboardSettings(): Settings {
  settings ??= readSettings(process.env);
  return settings;
}

export function dashboardLog(): Log {
  log ??= createLog({ program: "dashboard", level: dashboardSettings().logLevel });
  return log;
}

/** URL of the service: the remote one, the one at `SERVICE_ADDRESS`, or the one on this machine. */
export function serviceBase(
  settings: Pick<Settings, "serviceUrl" | "serviceAddress" | "host" | "servicePort">,
): string {
  return settings.serviceUrl ?? settings.serviceAddress ?? localUrl(settings.host, settings.servicePort);
}

/** Identifies the service whose data is stored. The embedded service can have another port after a restart. */
export function indexSource({ serviceUrl }: Pick<Settings, "serviceUrl">): string {
  return serviceUrl ?? "embedded";
}
