"use client";

import { type FormEvent, useId, useState } from "react";
import { useUpdateApp } from "@/components/apps/app-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import type { App } from "@/lib/contract/hosting/apps/app";
import { eventGroups } from "./event-types";

interface EndpointDialogProps {
  app: App;
  onClose: () => void;
}

/** Edits an app's webhook URL and events. */
export function EndpointDialog({ app, onClose }: EndpointDialogProps) {
  const form = useId();
  const [url, setUrl] = useState(app.webhookUrl);
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(app.events));
  const { mutate, error, isPending } = useUpdateApp(app.id);
  const known = new Set(eventGroups.flatMap(({ types }) => types));
  // Keep subscribed types that this dashboard doesn't know.
  const groups = [...eventGroups, { name: "Other", types: app.events.filter((type) => !known.has(type)) }];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ webhookUrl: url.trim(), events: { events: [...events] } }, { onSuccess: onClose });
  };
  const disables = app.webhookUrl !== "" && url.trim() === "";
  const { errorOf, failure } = splitFieldError(error, ["webhookUrl"]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Webhook for ${app.displayName}`}
      description="Events are sent to this URL as JSON POST requests signed by the service."
      className="max-w-2xl"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant={disables ? "danger" : "primary"} disabled={isPending}>
            {isPending ? "Saving…" : disables ? "Turn off webhook" : "Save webhook"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-4">
        {failure ? <CallFailure error={failure}>Couldn't save the webhook.</CallFailure> : null}
        <TextField
          label="URL"
          error={errorOf("webhookUrl")}
          hint={
            disables
              ? "Without a URL, nothing is sent and pending deliveries are canceled permanently."
              : "A public https URL. Leave empty to turn off the webhook."
          }
          type="url"
          placeholder="https://ci.example.com/hooks"
          value={url}
          onValue={setUrl}
        />
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
        <Button variant="ghost" size="small" onClick={() => set(types, !all)}>
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
