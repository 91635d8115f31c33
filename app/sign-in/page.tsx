import type { Metadata } from "next";
import { connection } from "next/server";
import { ProviderButtons } from "@/components/sign-in/provider-buttons";
import { RememberReturnPath } from "@/components/sign-in/remember-return-path";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { SignInProblem } from "@/components/sign-in/sign-in-problem";
import { systemClock } from "@/lib/core/clock";
import { providerChoices } from "@/lib/server/auth/providers";
import { inspectLink } from "@/lib/server/auth/redeem-link";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function SignInPage({ searchParams }: Props) {
  await connection();
  const { token, error, next } = await searchParams;
  const choices = providerChoices(dashboardSettings());
  return (
    <main className="flex min-h-dvh items-center justify-center bg-background p-4 text-foreground">
      <section className="w-full max-w-sm space-y-4 rounded-md border border-border p-6 text-sm">
        <h1 className="font-semibold text-base">Sign in to Slipway</h1>
        {typeof token === "string" ? (
          <WithToken token={token} />
        ) : (
          <>
            {typeof next === "string" && <RememberReturnPath path={next} />}
            {typeof error === "string" && <SignInProblem reason={error} />}
            {choices.length > 0 && <ProviderButtons choices={choices} />}
            <HowToGetLink alternative={choices.length > 0} />
          </>
        )}
      </section>
    </main>
  );
}

/** Opening the page doesn't use up the link, because link previews and mail scanners open it too. */
async function WithToken({ token }: { token: string }) {
  const state = await inspectLink(await dashboardStore(), token, systemClock);
  return state === "valid" ? <SignInForm token={token} /> : <SignInProblem reason={state} />;
}

function HowToGetLink({ alternative }: { alternative: boolean }) {
  return (
    <div className="space-y-2">
      <p>
        {alternative ? "Or sign in with a one-time link." : "Sign in with a one-time link."} To create one, run this on
        the dashboard's machine:
      </p>
      <pre className="overflow-x-auto rounded border border-border p-2 font-mono">npx slipway sign-in</pre>
      <p className="text-muted-foreground">
        The dashboard also prints a new link each time it starts. A link works once and expires after 15 minutes.
      </p>
    </div>
  );
}
