import "server-only";
import type { AuthOptions, LoggerInstance } from "next-auth";
import type { JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import type { Log } from "@/lib/core/log";
import type { Settings } from "@/lib/core/settings/settings";
import { paths } from "@/lib/model/paths";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findUserByIdentity } from "@/lib/server/db/identities";
import { beginSession, endSession, findSession } from "@/lib/server/db/sessions";
import { findUser, type UserRow } from "@/lib/server/db/users";
import { admit } from "./admit";
import { oauthProviders, toAccount } from "./providers";
import { redeemLink } from "./redeem-link";
import { sessionSecret } from "./secret";
import { isSessionValid } from "./session-reader";
import { SessionToken, sessionCookieName } from "./session-token";

/** Counted from sign-in; activity doesn't extend a session. */
const sessionSeconds = 30 * 24 * 60 * 60;

class SessionEndedError extends Error {
  constructor() {
    super("the session has ended");
    this.name = "SessionEndedError";
  }
}

/** Signing in with a one-time link. */
function linkProvider() {
  return Credentials({
    id: "link",
    name: "Sign-in link",
    credentials: { token: { type: "text" } },
    async authorize(credentials) {
      const redeemed = await redeemLink(await dashboardStore(), credentials?.token ?? "", systemClock);
      // next-auth passes this error's message to the form.
      if ("reason" in redeemed) throw new Error(redeemed.reason);
      const { id, email, displayName } = redeemed.user;
      return { id, email, name: displayName };
    },
  });
}

async function signedIn(
  settings: Settings,
  { userId, method, profile }: { userId: string; method: string; profile: unknown },
): Promise<UserRow | undefined> {
  const store = await dashboardStore();
  if (method === "link") return findUser(store, userId);
  const account = toAccount(method, profile, settings);
  return account && findUserByIdentity(store, account);
}

async function startSession(user: UserRow, method: string, userAgent: string): Promise<JWT> {
  const createdAt = new Date(systemClock.now());
  const session = {
    id: systemIds.uuid(),
    userId: user.id,
    method,
    userAgent: userAgent.slice(0, 300),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + sessionSeconds * 1000),
  };
  await beginSession(await dashboardStore(), session);
  return { sessionId: session.id, userId: user.id, sessionVersion: user.sessionVersion };
}

function callbacks(settings: Settings, userAgent: string): NonNullable<AuthOptions["callbacks"]> {
  return {
    async signIn({ account, profile }) {
      if (!account || account.provider === "link") return account !== null;
      const providerAccount = toAccount(account.provider, profile, settings);
      if (!providerAccount) return signInErrorPath("unreadable_account");
      const admission = await admit(await dashboardStore(), providerAccount, {
        policy: settings.admission,
        clock: systemClock,
        ids: systemIds,
      });
      return "reason" in admission ? signInErrorPath(admission.reason) : true;
    },
    async jwt({ token, user, account, profile }) {
      if (account) {
        const row = await signedIn(settings, { userId: user.id, method: account.provider, profile });
        if (!row) throw new SessionEndedError();
        return startSession(row, account.provider, userAgent);
      }
      const claims = SessionToken.safeParse(token);
      if (!claims.success) throw new SessionEndedError();
      const stored = await findSession(await dashboardStore(), claims.data.sessionId);
      if (!isSessionValid(stored, claims.data, systemClock.now())) throw new SessionEndedError();
      return claims.data;
    },
    async session({ session, token }) {
      const row = token.userId ? await findUser(await dashboardStore(), token.userId) : undefined;
      return { ...session, user: { name: row?.displayName, email: row?.email } };
    },
  };
}

/**
 * next-auth's settings: encrypted session cookies, each backed by a row so it can be ended; signed in with a one-time link or
 * at an identity provider. `userAgent` distinguishes a user's sessions, `sessionsEnded` is called after a user signed out.
 */
export async function authOptions({
  userAgent,
  sessionsEnded,
}: {
  userAgent: string;
  sessionsEnded(user: UserRow): Promise<void>;
}): Promise<AuthOptions> {
  const settings = dashboardSettings();
  const { webUrl, dataDir } = settings;
  // next-auth reads its URL only from the environment.
  process.env.NEXTAUTH_URL = webUrl;
  const secure = webUrl.startsWith("https:");
  return {
    secret: await sessionSecret(dataDir),
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(webUrl),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    session: { strategy: "jwt", maxAge: sessionSeconds },
    // Replaces all pages of next-auth, whose inline styles the content security policy blocks.
    pages: { signIn: paths.signIn(), signOut: paths.signIn(), error: paths.signIn(), verifyRequest: paths.signIn() },
    logger: authLogger(dashboardLog()),
    providers: [linkProvider(), ...oauthProviders(settings)],
    callbacks: callbacks(settings, userAgent),
    events: {
      async signOut({ token }) {
        const claims = SessionToken.safeParse(token);
        if (!claims.success) return;
        const { sessionId: id, userId } = claims.data;
        const store = await dashboardStore();
        await endSession(store, { id, userId }, new Date(systemClock.now()));
        const user = await findUser(store, userId);
        if (user) await sessionsEnded(user);
      },
    },
  };
}

function signInErrorPath(reason: string): string {
  return `${paths.signIn()}?error=${reason}`;
}

function authLogger(log: Log): Partial<LoggerInstance> {
  return {
    error: (code, metadata) => {
      if (metadata instanceof SessionEndedError) return;
      const reason = metadata instanceof Error ? metadata : "error" in metadata ? metadata.error : undefined;
      log.error({ code, err: reason }, "next-auth");
    },
    warn: (code) => log.warn({ code }, "next-auth"),
    debug: () => undefined,
  };
}
