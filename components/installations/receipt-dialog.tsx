"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { receiptCheckQuery } from "@/components/apps/app-queries";
import { useNewReceipt } from "@/components/installations/installation-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Command } from "@/components/ui/command-block";
import { Dialog } from "@/components/ui/dialog";
import { Options } from "@/components/ui/options";
import { SelectField } from "@/components/ui/text-field";
import type { NamespaceInstallation } from "@/lib/contract/admin/installations/list-installations";

interface ReceiptDialogProps {
  installation: NamespaceInstallation;
  onClose: () => void;
}

/** Creates another signed receipt, for a publisher who didn't get the first one. */
export default function ReceiptDialog({ installation, onClose }: ReceiptDialogProps) {
  const { app } = installation;
  const [redirectUri, setRedirectUri] = useState(app.installationRedirectUris[0] ?? "");
  const { mutate, data, isPending, error } = useNewReceipt(installation);
  const redirectUrl = data?.redirectUrl ?? "";
  const check = useQuery({
    ...receiptCheckQuery({ installationId: installation.id, appId: app.id, redirectUrl, state: "" }),
    enabled: redirectUrl !== "",
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Receipt for ${app.displayName}`}
      description="A signed proof for the publisher that the app is installed here. It's valid for five minutes and grants no access."
      footer={
        data ? (
          <>
            <Button onClick={onClose}>Close</Button>
            {check.isSuccess ? (
              <Button asChild variant="primary">
                <a href={redirectUrl} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden />
                  Open publisher's page
                </a>
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={isPending} onClick={() => mutate(redirectUri)}>
              Create receipt
            </Button>
          </>
        )
      }
    >
      {error ? <CallFailure error={error}>Couldn't create a receipt.</CallFailure> : null}
      {check.error ? (
        <CallFailure error={check.error} onRetry={() => check.refetch()}>
          Couldn't verify the receipt, so it isn't shown.
        </CallFailure>
      ) : null}
      {data ? (
        check.isSuccess ? (
          <div role="status" className="space-y-2 text-sm">
            <p>Verified with the service&apos;s published keys.</p>
            <Command text={redirectUrl} what="URL with the receipt" />
          </div>
        ) : null
      ) : (
        <SelectField label="Redirect URI" value={redirectUri} onValue={setRedirectUri}>
          <Options values={app.installationRedirectUris} />
        </SelectField>
      )}
    </Dialog>
  );
}
