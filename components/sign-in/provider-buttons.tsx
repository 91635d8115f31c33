"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ProviderChoice } from "@/lib/model/identity-provider";
import { SignInProblem } from "./sign-in-problem";

/** A button for each identity provider. */
export function ProviderButtons({ choices }: { choices: readonly ProviderChoice[] }) {
  const [redirecting, setRedirecting] = useState<string>();
  const [failed, setFailed] = useState(false);

  async function go(id: string) {
    setRedirecting(id);
    setFailed(false);
    try {
      const { signInAddress } = await import("./auth");
      window.location.assign(await signInAddress(id));
    } catch {
      setFailed(true);
      setRedirecting(undefined);
    }
  }

  return (
    <div className="space-y-2">
      {choices.map(({ id, name }) => (
        <Button
          key={id}
          variant="primary"
          className="w-full"
          disabled={redirecting !== undefined}
          onClick={() => go(id)}
        >
          {redirecting === id ? `Redirecting to ${name}…` : `Sign in with ${name}`}
        </Button>
      ))}
      {failed && <SignInProblem reason="" />}
    </div>
  );
}
