"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Radio } from "lucide-react";
import { useState } from "react";
import { useUpdateApp } from "@/components/apps/app-mutations";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { receiverQuery, usePingApp } from "@/components/webhooks/webhook-queries";
import type { App } from "@/lib/contract/hosting/apps/app";
import { EndpointDialog } from "./endpoint-dialog";

function pingLabel({ delivered, responseStatusCode }: { delivered: boolean; responseStatusCode: number }): string {
  if (responseStatusCode === 0) return "Test sent, but there was no response.";
  return delivered
    ? `Test delivered. Response status ${responseStatusCode}.`
    : `Test failed with response status ${responseStatusCode}.`;
}

/** An app's webhook URL and events. Apps of the system can't be edited. */
export function Endpoint({ app, canEdit }: { app: App; canEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  const ping = usePingApp();
  const update = useUpdateApp(app.id);
  const receiver = useQuery(receiverQuery).data;
  const isOwn = receiver?.appId === app.id;
  const isOn = app.webhookUrl !== "";
  const error = ping.error ?? update.error;
  return (
    <section aria-label="Webhook" className="space-y-3 rounded-md border p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-medium">{app.displayName}</h2>
        <Badge tone={isOn ? "success" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
        {isOwn ? <Badge tone="info">This dashboard's app</Badge> : null}
        <span className="ml-auto flex flex-wrap gap-2">
          {isOn ? (
            <Button size="small" disabled={ping.isPending} onClick={() => ping.mutate(app.id)}>
              <Radio aria-hidden />
              {ping.isPending ? "Sending…" : "Send test"}
            </Button>
          ) : null}
          {canEdit ? (
            <Button size="small" onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
              {isOn ? "Edit" : "Set up"}
            </Button>
          ) : null}
        </span>
      </div>
      {error ? (
        <CallFailure error={error}>{ping.error ? "Couldn't send a test." : "Couldn't update the webhook."}</CallFailure>
      ) : null}
      <p role="status" className="text-muted-foreground empty:hidden">
        {ping.data ? pingLabel(ping.data) : ""}
      </p>
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <EndpointFacts app={app} />
        {isOwn ? (
          <ReceiverFacts
            app={app}
            receiver={receiver}
            pending={update.isPending}
            onUse={canEdit ? () => update.mutate({ webhookUrl: receiver.url }) : undefined}
          />
        ) : null}
      </dl>
      {editing ? <EndpointDialog app={app} onClose={() => setEditing(false)} /> : null}
    </section>
  );
}

function EndpointFacts({ app }: { app: App }) {
  return (
    <>
      <dt className="text-muted-foreground">URL</dt>
      <dd className="flex min-w-0 items-center gap-1">
        {app.webhookUrl === "" ? (
          "None"
        ) : (
          <>
            <code className="min-w-0 break-all font-mono text-xs">{app.webhookUrl}</code>
            <CopyButton text={app.webhookUrl} what="URL" />
          </>
        )}
      </dd>
      <dt className="text-muted-foreground">Secret</dt>
      <dd>No shared secret. The service signs with its published keys, which rotate weekly.</dd>
      <dt className="text-muted-foreground">Events</dt>
      <dd>
        {app.events.length === 0 ? (
          "Installation events only"
        ) : (
          <details>
            <summary className="cursor-pointer">{app.events.length} types and installation events</summary>
            <ul className="mt-1 columns-1 font-mono text-xs sm:columns-2">
              {app.events.map((type) => (
                <li key={type}>{type}</li>
              ))}
            </ul>
          </details>
        )}
      </dd>
    </>
  );
}

interface ReceiverFactsProps {
  app: App;
  receiver: { url: string; lastReceivedAt?: string | undefined };
  pending: boolean;
  /** Sends the app's events to this dashboard. */
  onUse: (() => void) | undefined;
}

function ReceiverFacts({ app, receiver, pending, onUse }: ReceiverFactsProps) {
  return (
    <>
      <dt className="text-muted-foreground">Last received</dt>
      <dd className="space-y-1">
        {receiver.lastReceivedAt ? <RelativeTime iso={receiver.lastReceivedAt} /> : "Never"}
        {app.webhookUrl === receiver.url || !onUse ? null : (
          <p className="flex flex-wrap items-center gap-2">
            Send events here to update pull requests in real time.
            <Button size="small" disabled={pending} onClick={onUse}>
              Send events here
            </Button>
          </p>
        )}
      </dd>
    </>
  );
}
