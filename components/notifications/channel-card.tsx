"use client";

import { Globe, Hash, Inbox, Mail, Webhook } from "lucide-react";
import { useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Options } from "@/components/ui/options";
import { RelativeTime } from "@/components/ui/relative-time";
import { SelectField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { NotificationChannel } from "@/lib/contract/dashboard/notifications/notification-channel";
import { notificationEvents, notificationScopes } from "@/lib/contract/dashboard/notifications/notification-events";
import { eventLabels, kindLabels, scopeLabels } from "./event-labels";
import { useDeleteChannel, useTestChannel, useUpdateChannel } from "./notification-queries";

const icons = { inbox: Inbox, email: Mail, push: Globe, slack: Hash, webhook: Webhook } as const;

/** A channel: where it sends, what it notifies about, and whether it works. `target` is what to call it. */
export function ChannelCard({ channel, target }: { channel: NotificationChannel; target: string }) {
  const heading = useId();
  const Icon = icons[channel.kind];
  return (
    <li aria-labelledby={heading} className="space-y-4 rounded-md border bg-card p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <h3 id={heading} className="min-w-0 flex-1 break-words font-medium">
          {channel.kind === "inbox" ? kindLabels.inbox : `${kindLabels[channel.kind]}: ${target}`}
        </h3>
        <ChannelActions channel={channel} target={target} />
        <ChannelState channel={channel} />
      </div>
      <ChannelRules channel={channel} />
    </li>
  );
}

function ChannelState({ channel: { problem, lastSentAt } }: { channel: NotificationChannel }) {
  if (problem) {
    return (
      <p className="w-full space-x-2 text-sm">
        <Badge tone="danger">{problem.paused ? "Paused" : "Not delivered"}</Badge>
        <span className="break-words">{problem.message}</span>{" "}
        <span className="text-muted-foreground text-xs">
          <RelativeTime iso={problem.at} />
          {problem.paused ? ". Send a test to resume." : ""}
        </span>
      </p>
    );
  }
  return (
    <p className="w-full text-muted-foreground text-xs">
      {lastSentAt === undefined ? (
        "No notifications sent yet"
      ) : (
        <>
          Last sent <RelativeTime iso={lastSentAt} />
        </>
      )}
    </p>
  );
}

function ChannelActions({ channel: { id, kind }, target }: { channel: NotificationChannel; target: string }) {
  const test = useTestChannel(id);
  const remove = useDeleteChannel(id);
  const [confirming, setConfirming] = useState(false);
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ delivered, message }) =>
        delivered
          ? toast.success("Test delivered.", { description: message })
          : toast.error("Couldn't deliver the test.", { description: message }),
      onError: ({ message }) => toast.error("Couldn't send the test.", { description: message }),
    });
  return (
    <div className="flex gap-2">
      <Button size="small" disabled={test.isPending} aria-label={`Send test to ${target}`} onClick={sendTest}>
        {test.isPending ? "Sending…" : "Send test"}
      </Button>
      {kind === "inbox" ? null : (
        <Button size="small" variant="danger" aria-label={`Delete ${target}`} onClick={() => setConfirming(true)}>
          Delete
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        title="Delete channel?"
        description={`Notifications are no longer sent to ${target}. Queued ones are discarded.`}
        action="Delete channel"
        pending={remove.isPending}
        failure={remove.error}
        errorTitle="Couldn't delete the channel."
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setConfirming(false) })}
      />
    </div>
  );
}

type Changes = Partial<Pick<NotificationChannel, "events" | "scope" | "queueMinutes">>;

function ChannelRules({ channel }: { channel: NotificationChannel }) {
  const update = useUpdateChannel(channel.id);
  // The mutation's own variables are rendered a moment later, which would undo a click until then.
  const [unsaved, setUnsaved] = useState<Changes>({});
  const { events, scope, queueMinutes } = { ...channel, ...unsaved };
  const isSaving = Object.keys(unsaved).length > 0;
  const save = (changes: Changes) => {
    setUnsaved((before) => ({ ...before, ...changes }));
    update.mutate(changes, {
      onError: ({ message }) => toast.error("Couldn't save the notifications.", { description: message }),
      onSettled: () => setUnsaved({}),
    });
  };
  return (
    <div className="space-y-4">
      <fieldset>
        <legend className="mb-2 font-medium text-sm">Notify about</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {notificationEvents.map((type) => (
            <Checkbox
              key={type}
              label={eventLabels[type].label}
              hint={eventLabels[type].hint}
              checked={events.includes(type)}
              onChange={(checked) =>
                save({ events: checked ? [...events, type] : events.filter((each) => each !== type) })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Agents and pull requests"
          value={scope}
          onValue={(value) => save({ scope: notificationScopes.find((each) => each === value) ?? scope })}
        >
          <Options values={notificationScopes} label={(each) => scopeLabels[each]} />
        </SelectField>
        {events.includes("queue.waiting") ? (
          <QueueMinutes value={queueMinutes} onSave={(minutes) => save({ queueMinutes: minutes })} />
        ) : null}
      </div>
      <p role="status" className="min-h-4 text-muted-foreground text-xs">
        {isSaving ? "Saving…" : ""}
      </p>
    </div>
  );
}

/** Saved when the field loses focus, if it is valid. */
function QueueMinutes({ value, onSave }: { value: number; onSave: (minutes: number) => void }) {
  const [text, setText] = useState(String(value));
  const minutes = Number(text);
  const isValid = Number.isInteger(minutes) && minutes >= 1 && minutes <= 1_440;
  return (
    <TextField
      label="Minutes without a worker"
      inputMode="numeric"
      value={text}
      error={isValid ? undefined : "must be a number from 1 to 1440"}
      onValue={setText}
      onBlur={() => (isValid && minutes !== value ? onSave(minutes) : undefined)}
    />
  );
}
