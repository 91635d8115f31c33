"use client";

import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Command } from "@/components/ui/command-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SecretOnce } from "@/components/ui/secret-once";
import type { Automation } from "@/lib/contract/dashboard/automations/automation";
import { useRotateSecret } from "./automation-queries";
import { takeNewSecret } from "./new-secret";

const instructions = {
  token: "Send the secret as Authorization: Bearer, as X-Gitlab-Token, or as ?token= in the URL. Bodies are JSON.",
  signature:
    "Sign the JSON body with HMAC-SHA256 and the secret. X-Hub-Signature-256 (GitHub) and Linear-Signature are read.",
} as const;

/** How to send webhooks to an automation. */
export function WebhookSetup({ automation, url }: { automation: Automation; url: string }) {
  const { id, trigger, canEdit } = automation;
  const [secret, setSecret] = useState(() => takeNewSecret(id));
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending, error, reset } = useRotateSecret(id);
  if (trigger.kind !== "webhook") return null;
  const close = () => {
    setConfirming(false);
    reset();
  };
  return (
    <section aria-labelledby="webhook" className="space-y-3">
      <h2 id="webhook" className="font-semibold text-sm">
        Webhook
      </h2>
      <Command text={url} what="webhook URL" />
      <p className="text-muted-foreground text-xs">{instructions[trigger.authentication]}</p>
      {secret === undefined ? null : (
        <SecretOnce what="webhook secret" secret={secret} expiresAt={undefined} onHide={() => setSecret(undefined)} />
      )}
      {canEdit ? (
        <Button size="small" onClick={() => setConfirming(true)}>
          <RefreshCw aria-hidden />
          Replace secret
        </Button>
      ) : null}
      <ConfirmDialog
        open={confirming}
        onClose={close}
        title="Replace secret?"
        description="Requests that use the current secret are rejected immediately."
        action="Replace secret"
        pendingLabel="Replacing…"
        pending={isPending}
        failure={error}
        errorTitle="Couldn't replace the secret."
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: (saved) => {
              setSecret(saved.secret);
              close();
            },
          })
        }
      />
    </section>
  );
}
