import type { Metadata } from "next";
import { headers } from "next/headers";
import { AnswerForm } from "@/components/notifications/answer-form";
import { AnswerNotice } from "@/components/notifications/answer-notice";
import { dashboardAnswers } from "@/lib/server/answers/dashboard-answers";

export const metadata: Metadata = { title: "Respond to agent", robots: { index: false } };

interface Props {
  params: Promise<{ token: string }>;
}

/** The page of an answer link in a notification, for users who aren't signed in. Opening it sends nothing. */
export default async function AnswerPage({ params }: Props) {
  const { token } = await params;
  const found = await (await dashboardAnswers()).read(token, await headers());
  return (
    <main className="flex min-h-dvh items-center justify-center bg-background p-4 text-foreground">
      <section className="w-full max-w-sm space-y-4 rounded-md border border-border p-6 text-sm">
        <h1 className="font-semibold text-base">Respond to agent</h1>
        {"problem" in found ? <AnswerNotice isProblem {...found} /> : <AnswerForm token={token} answer={found} />}
      </section>
    </main>
  );
}
