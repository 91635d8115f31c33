import "server-only";

declare global {
  /** What the modules of one dashboard process share. Modules declare their own parts. */
  interface Dashboard {
    /** The background work that was started. */
    started?: Set<string> | undefined;
  }

  var slipwayDashboard: Dashboard | undefined;
}

globalThis.slipwayDashboard ??= {};

/** The state of this process, on `globalThis` because Next.js loads modules more than once. */
export const dashboard: Dashboard = globalThis.slipwayDashboard;

/** True the first time that this process starts the background work of that name. */
export function isFirstStart(name: string): boolean {
  dashboard.started ??= new Set();
  const isFirst = !dashboard.started.has(name);
  dashboard.started.add(name);
  return isFirst;
}
