"use client";

import { type FormEvent, useId, useState } from "react";
import { useUpdateApp } from "@/components/apps/app-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CallError } from "@/lib/client/call-error";
import type { App } from "@/lib/contract/hosting/app";
import { eventGroups } from "./event-types";

interface EndpointDialogProps {
  app: App;
  onClose: () => void;
}

/** Changes the URL an app's events are sent to, and which events. */
export function EndpointDialog({ app, onClose }: EndpointDialogProps) {
  const form = useId();
  const [url, setUrl] = useState(app.webhookUrl);
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(app.events));
  const { mutate, error, isPending } = useUpdateApp(app.id);
  const known = new Set(eventGroups.flatMap(({ types }) => types));
  // A newer service may know more types; those the app receives are shown and kept.
  const groups = [...eventGroups, { name: "Others", types: app.events.filter((type) => !known.has(type)) }];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ webhookUrl: url.trim(), events: { events: [...events] } }, { onSuccess: onClose });
  };
  const ends = app.webhookUrl !== "" && url.trim() === "";
  const field = error instanceof CallError && error.field === "webhookUrl" ? error.message : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Webhook of ${app.displayName}`}
      description="Events are posted to this address as JSON, signed by the service."
      className="max-w-2xl"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant={ends ? "danger" : "primary"} disabled={isPending}>
            {isPending ? "Saving…" : ends ? "Turn off and cancel" : "Save"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-4">
        {error && !field ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
        <Field
          label="Address"
          error={field}
          hint={
            ends
              ? "Without an address nothing is sent, and deliveries that wait are cancelled for good."
              : "https, with a public address. Empty turns delivery off."
          }
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              placeholder="https://ci.example.com/hooks"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        {groups.map(({ name, types }) =>
          types.length === 0 ? null : (
            <EventGroup key={name} name={name} types={types} chosen={events} onChange={setEvents} />
          ),
        )}
      </form>
    </Dialog>
  );
}

interface EventGroupProps {
  name: string;
  types: readonly string[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function EventGroup({ name, types, chosen, onChange }: EventGroupProps) {
  const set = (changed: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const type of changed) on ? next.add(type) : next.delete(type);
    onChange(next);
  };
  const all = types.every((type) => chosen.has(type));
  return (
    <fieldset className="space-y-1.5">
      <legend className="flex w-full items-center gap-2 pb-1 font-medium text-sm">
        {name}
        <Button variant="quiet" size="small" onClick={() => set(types, !all)}>
          {all ? "None" : "All"}
          <span className="sr-only"> of {name}</span>
        </Button>
      </legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {types.map((type) => (
          <Checkbox key={type} label={type} checked={chosen.has(type)} onChange={(on) => set([type], on)} />
        ))}
      </div>
    </fieldset>
  );
}
