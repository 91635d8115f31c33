"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe, Hash, Mail, Webhook } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { browserName } from "@/components/settings/browser-name";
import { Button } from "@/components/ui/button";
import { LoadState } from "@/components/ui/load-state";
import { SecretOnce } from "@/components/ui/secret-once";
import { toast } from "@/components/ui/toast";
import type { NotificationChannel } from "@/lib/contract/dashboard/notifications/notification-channel";
import { paths } from "@/lib/model/paths";
import { AddUrlDialog } from "./add-url-dialog";
import { ChannelCard } from "./channel-card";
import { notificationSettingsQuery, useAddChannel } from "./notification-queries";
import { subscribeBrowser } from "./push-subscription";
import { ScheduleForm } from "./schedule-form";

function targetOf({ kind, target }: NotificationChannel): string {
  if (kind === "inbox") return "your inbox";
  return kind === "push" ? browserName(target) : target;
}

/** The user's notification channels and their schedule. */
export function NotificationsScreen() {
  const query = useQuery(notificationSettingsQuery);
  const { data } = query;
  return (
    <section aria-label="Notifications" className="max-w-3xl space-y-6 p-4">
      <p className="text-muted-foreground text-sm">
        Notifications arrive in your{" "}
        <Link href={paths.inbox()} className="text-primary underline">
          inbox
        </Link>
        . Other channels also notify you while the dashboard isn't open, usually within half a minute.
      </p>
      <LoadState
        query={query}
        stale="The settings may be out of date."
        failed="Couldn't load your notification settings."
        loading="Loading your notification settings"
      />
      {data ? (
        <>
          <section aria-label="Channels" className="space-y-3">
            <h2 className="font-medium">Channels</h2>
            <AddChannel hasEmail={data.email} pushKey={data.pushKey} />
            {data.hostingEvents ? null : (
              <p className="text-muted-foreground text-sm">
                This dashboard receives no webhooks from the service, so it can't notify you about checks, reviews, and
                approvals. An administrator can set REPOHOST_APP_ID.
              </p>
            )}
            <ul className="space-y-3">
              {data.channels.map((channel) => (
                <ChannelCard key={channel.id} channel={channel} target={targetOf(channel)} />
              ))}
            </ul>
          </section>
          <section aria-label="When to notify you" className="space-y-3 border-t pt-4">
            <h2 className="font-medium">Schedule</h2>
            <ScheduleForm schedule={data.schedule} />
          </section>
        </>
      ) : null}
    </section>
  );
}

function AddChannel({ hasEmail, pushKey }: { hasEmail: boolean; pushKey: string }) {
  const { mutate, isPending } = useAddChannel();
  const [adding, setAdding] = useState<"slack" | "webhook">();
  const [secret, setSecret] = useState<string>();
  const fail = ({ message }: Error) => toast.error("Couldn't add the channel.", { description: message });
  const added = { onSuccess: () => toast.success("Channel added."), onError: fail };
  const addBrowser = () =>
    void subscribeBrowser(pushKey).then((subscription) => mutate({ kind: "push", subscription }, added), fail);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button disabled={!hasEmail || isPending} onClick={() => mutate({ kind: "email" }, added)}>
          <Mail aria-hidden />
          Add email
        </Button>
        <Button disabled={isPending} onClick={addBrowser}>
          <Globe aria-hidden />
          Add this browser
        </Button>
        <Button onClick={() => setAdding("slack")}>
          <Hash aria-hidden />
          Add Slack
        </Button>
        <Button onClick={() => setAdding("webhook")}>
          <Webhook aria-hidden />
          Add webhook
        </Button>
      </div>
      {hasEmail ? null : (
        <p className="text-muted-foreground text-xs">
          Email isn't set up. An administrator can set SMTP_URL and SMTP_FROM.
        </p>
      )}
      {secret === undefined ? null : (
        <SecretOnce what="signing secret" secret={secret} expiresAt={undefined} onHide={() => setSecret(undefined)} />
      )}
      {adding ? (
        <AddUrlDialog kind={adding} onClose={() => setAdding(undefined)} onSecret={(value) => setSecret(value)} />
      ) : null}
    </div>
  );
}
