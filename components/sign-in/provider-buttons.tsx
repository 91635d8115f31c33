"use client";

import { useState } from "react";
import { signInAddress } from "@/components/sign-in/auth";
import { Button } from "@/components/ui/button";
import type { ProviderChoice } from "@/lib/model/identity-provider";
import { SignInProblem } from "./sign-in-problem";

/** A button for each identity provider. */
export function ProviderButtons({ choices }: { choices: readonly ProviderChoice[] }) {
  const [going, setGoing] = useState<string>();
  const [failed, setFailed] = useState(false);

  async function go(id: string) {
    setGoing(id);
    setFailed(false);
    try {
      window.location.assign(await signInAddress(id));
    } catch {
      setFailed(true);
      setGoing(undefined);
    }
  }

  return (
    <div className="space-y-2">
      {choices.map(({ id, name }) => (
        <Button key={id} variant="primary" className="w-full" disabled={going !== undefined} onClick={() => go(id)}>
          {going === id ? `Going to ${name}…` : `Sign in with ${name}`}
        </Button>
      ))}
      {failed && <SignInProblem refusal="" />}
    </div>
  );
}
