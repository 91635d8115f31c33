"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/model/paths";
import { SignInProblem } from "./sign-in-problem";

type Progress = { step: "ready" } | { step: "signing in" } | { step: "failed"; reason: string };

export function SignInForm({ token }: { token: string }) {
  const [progress, setProgress] = useState<Progress>({ step: "ready" });
  // The address stays in the browser's history and could be used to sign in until the link expires.
  useEffect(() => window.history.replaceState(null, "", paths.signIn()), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProgress({ step: "signing in" });
    try {
      const { signInWithLink } = await import("./auth");
      const result = await signInWithLink(token);
      if ("ok" in result) {
        const { forgetReturnPath, returnPath } = await import("./return-path");
        const next = returnPath();
        forgetReturnPath();
        window.location.replace(next);
      } else setProgress({ step: "failed", reason: result.reason });
    } catch {
      setProgress({ step: "failed", reason: "" });
    }
  }

  if (progress.step === "failed") return <SignInProblem reason={progress.reason} />;
  return (
    <form onSubmit={submit} className="space-y-3">
      <p>Use this link to sign in. It works once.</p>
      <Button type="submit" variant="primary" disabled={progress.step === "signing in"} className="h-9 w-full">
        {progress.step === "signing in" ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
