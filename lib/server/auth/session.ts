import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { systemClock } from "@/lib/core/clock";
import { paths } from "@/lib/model/paths";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { requestedPathHeader } from "./requested-path";
import { createSessionReader, type SessionReader, type User } from "./session-reader";
import { sessionCookieName } from "./session-token";

declare global {
  interface Dashboard {
    sessionReader?: SessionReader | undefined;
  }
}

/** Stored on `globalThis` so all module instances share one cache. */
function reader(): SessionReader {
  dashboard.sessionReader ??= createSessionReader({
    dataDir: dashboardSettings().dataDir,
    store: dashboardStore,
    clock: systemClock,
  });
  return dashboard.sessionReader;
}

/** The session token of the current request. */
export async function currentSessionToken(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookieName(dashboardSettings().webUrl))?.value;
}

/**
 * Returns the user of a session token. `fresh` bypasses the cache, which is required before every
 * write.
 */
export async function userOfSession(token: string | undefined, options: { fresh: boolean }): Promise<User | undefined> {
  return token === undefined ? undefined : reader().read(token, options);
}

/** Call after ending a session so cached reads see it immediately. */
export function forgetSessions(): void {
  reader().forget();
}

/** The signed-in user, for server components and route handlers. */
export async function currentUser(options = { fresh: false }): Promise<User | undefined> {
  return userOfSession(await currentSessionToken(), options);
}

/** The signed-in user; visitors are redirected to the sign-in page, which returns to the requested page. */
export async function requireUser(): Promise<User> {
  const user = await currentUser();
  return user ?? redirect(paths.signIn((await headers()).get(requestedPathHeader) ?? undefined));
}
