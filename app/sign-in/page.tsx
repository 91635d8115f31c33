import type { Metadata } from "next";
import { connection } from "next/server";
import { inspectLink } from "@/lib/auth/redeem-link";
import { systemClock } from "@/lib/clock/clock";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { LinkProblem } from "./link-problem";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function SignInPage({ searchParams }: Props) {
  await connection();
  const { token } = await searchParams;
  return (
    <main className="flex min-h-dvh items-center justify-center bg-background p-4 text-foreground">
      <section className="w-full max-w-sm space-y-4 rounded-md border border-border p-6 text-sm">
        <h1 className="font-semibold text-base">Sign in to Slipway</h1>
        {typeof token === "string" ? <WithToken token={token} /> : <HowToGetLink />}
      </section>
    </main>
  );
}

/** Showing this page does not use the link up: link previews and mail scanners open addresses too. */
async function WithToken({ token }: { token: string }) {
  const state = await inspectLink(await dashboardStore(), token, systemClock);
  return state === "valid" ? <SignInForm token={token} /> : <LinkProblem refusal={state} />;
}

function HowToGetLink() {
  return (
    <div className="space-y-2">
      <p>You sign in with a one-time link. Make one where the dashboard runs:</p>
      <pre className="overflow-x-auto rounded border border-border p-2 font-mono">npm run sign-in</pre>
      <p className="text-muted-foreground">
        A fresh link is also printed each time the dashboard starts. It works once, for 15 minutes.
      </p>
    </div>
  );
}
