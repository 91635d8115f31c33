"use client";

import { type FormEvent, useState } from "react";
import { paths } from "@/lib/paths";
import { signInWithLink } from "@/lib/queries/auth";
import { SignInProblem } from "./sign-in-problem";

type Progress = { step: "ready" } | { step: "signing in" } | { step: "refused"; refusal: string };

export function SignInForm({ token }: { token: string }) {
  const [progress, setProgress] = useState<Progress>({ step: "ready" });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProgress({ step: "signing in" });
    try {
      const answer = await signInWithLink(token);
      if ("ok" in answer) window.location.replace(paths.home());
      else setProgress({ step: "refused", refusal: answer.refusal });
    } catch {
      setProgress({ step: "refused", refusal: "" });
    }
  }

  if (progress.step === "refused") return <SignInProblem refusal={progress.refusal} />;
  return (
    <form onSubmit={submit} className="space-y-3">
      <p>This link signs this browser in. It works once.</p>
      <button
        type="submit"
        disabled={progress.step === "signing in"}
        className="w-full rounded bg-primary px-3 py-2 font-medium text-primary-foreground disabled:opacity-60"
      >
        {progress.step === "signing in" ? "Signing in…" : "Sign in"}
      </button>
    </form>
  );
}
