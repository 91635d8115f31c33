import "server-only";
import { createLog, type Log } from "@/lib/core/log";
import { localUrl, readSettings, type Settings } from "@/lib/core/settings/settings";
import { dashboard } from "@/lib/server/dashboard";

declare global {
  interface Dashboard {
    settings?: Settings | undefined;
    log?: Log | undefined;
  }
}

/** The settings of this process, read once. */
export function dashboardSettings(): Settings {
  dashboard.settings ??= readSettings(process.env);
  return dashboard.settings;
}

export function dashboardLog(): Log {
  dashboard.log ??= createLog({ program: "dashboard", level: dashboardSettings().logLevel });
  return dashboard.log;
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
