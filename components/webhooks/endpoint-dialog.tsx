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

/** Changes where an app is told, and of what. */
export function EndpointDialog({ app, onClose }: EndpointDialogProps) {
  const form = useId();
  const [url, setUrl] = useState(app.webhookUrl);
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(app.events));
  const { mutate, error, isPending } = useUpdateApp(app.id);
  const known = new Set(eventGroups.flatMap(({ types }) => types));
  // A newer service may know more types; what the app listens to is shown, and kept, all the same.
  const groups = [...eventGroups, { name: "Others", types: app.events.filter((type) => !known.has(type)) }];
  const set = (types: readonly string[], on: boolean) => {
    const next = new Set(events);
    for (const type of types) on ? next.add(type) : next.delete(type);
    setEvents(next);
  };
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
            <fieldset key={name} className="space-y-1.5">
              <legend className="flex w-full items-center gap-2 pb-1 font-medium text-sm">
                {name}
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => set(types, !types.every((type) => events.has(type)))}
                >
                  {types.every((type) => events.has(type)) ? "None" : "All"}
                  <span className="sr-only"> of {name}</span>
                </Button>
              </legend>
              <div className="grid gap-1.5 sm:grid-cols-2">
                {types.map((type) => (
                  <Checkbox key={type} label={type} checked={events.has(type)} onChange={(on) => set([type], on)} />
                ))}
              </div>
            </fieldset>
          ),
        )}
      </form>
    </Dialog>
  );
}
