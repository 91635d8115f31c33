import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { systemClock } from "@/lib/clock/clock";
import { paths } from "@/lib/paths";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { findPerson } from "@/lib/store/people";
import { dashboardLog, dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { redeemLink } from "./redeem-link";
import { sessionSecret } from "./secret";
import { sessionHolds } from "./session-reader";
import { sessionCookieName } from "./session-token";

class SessionEndedError extends Error {
  constructor() {
    super("the session has ended");
    this.name = "SessionEndedError";
  }
}

/** next-auth's settings: sealed sessions in a cookie, signed in with a one-time link. */
export async function authOptions(): Promise<AuthOptions> {
  const { webUrl, dataDir } = dashboardSettings();
  // next-auth takes its own address from the environment alone.
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
    session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    logger: {
      error: (code, metadata) => {
        if (metadata instanceof SessionEndedError) return;
        dashboardLog().error({ code, err: metadata instanceof Error ? metadata : undefined }, "next-auth");
      },
      warn: (code) => dashboardLog().warn({ code }, "next-auth"),
      debug: () => undefined,
    },
    providers: [
      Credentials({
        id: "link",
        name: "Sign-in link",
        credentials: { token: { type: "text" } },
        async authorize(credentials) {
          const redeemed = await redeemLink(await dashboardStore(), credentials?.token ?? "", systemClock);
          // next-auth hands the text of this error to the form.
          if ("refusal" in redeemed) throw new Error(redeemed.refusal);
          const { id, email, displayName, role, sessionVersion } = redeemed.person;
          return { id, email, name: displayName, role, sessionVersion };
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { personId: user.id, role: user.role, sessionVersion: user.sessionVersion };
        const row = token.personId ? await findPerson(await dashboardStore(), token.personId) : undefined;
        if (!sessionHolds(row, token.sessionVersion ?? 0)) throw new SessionEndedError();
        return { personId: row.id, role: row.role, sessionVersion: row.sessionVersion };
      },
      async session({ session, token }) {
        const row = token.personId ? await findPerson(await dashboardStore(), token.personId) : undefined;
        return { ...session, user: { name: row?.displayName, email: row?.email } };
      },
    },
  };
}
