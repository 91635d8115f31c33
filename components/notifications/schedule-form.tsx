"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { NotificationSchedule } from "@/lib/contract/dashboard/notifications/notification-channel";
import { digests } from "@/lib/contract/dashboard/notifications/notification-events";
import { digestLabels } from "./event-labels";
import { useSetSchedule } from "./notification-queries";

const defaultQuietHours = { from: "22:00", to: "07:00" };

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When notifications are sent: quiet hours, digest and time zone. */
export function ScheduleForm({ schedule }: { schedule: NotificationSchedule }) {
  const [values, setValues] = useState(schedule);
  const { mutate, isPending, error } = useSetSchedule();
  const { quietHours, digest, digestAt, timeZone } = values;
  const change = (changes: Partial<NotificationSchedule>) => setValues({ ...values, ...changes });
  const zones = [...new Set(["UTC", timeZone, browserTimeZone(), ...Intl.supportedValuesOf("timeZone")])].sort();
  const isComplete = digestAt !== "" && (!quietHours || (quietHours.from !== "" && quietHours.to !== ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !isPending) mutate(values, { onSuccess: () => toast.success("Schedule saved.") });
  };
  return (
    <form onSubmit={submit} className="space-y-4" aria-label="Schedule">
      {error ? <CallFailure error={error}>Couldn't save the schedule.</CallFailure> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Send notifications"
          value={digest}
          onValue={(value) => change({ digest: digests.find((each) => each === value) ?? digest })}
        >
          <Options values={digests} label={(each) => digestLabels[each]} />
        </SelectField>
        {digest === "daily" ? (
          <TextField label="At" type="time" value={digestAt} onValue={(value) => change({ digestAt: value })} />
        ) : null}
      </div>
      <Checkbox
        label="Quiet hours"
        hint="Notifications are held until quiet hours end, then sent together."
        checked={quietHours !== null}
        onChange={(checked) => change({ quietHours: checked ? defaultQuietHours : null })}
      />
      {quietHours ? (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="From"
            type="time"
            value={quietHours.from}
            onValue={(from) => change({ quietHours: { ...quietHours, from } })}
          />
          <TextField
            label="To"
            type="time"
            value={quietHours.to}
            onValue={(to) => change({ quietHours: { ...quietHours, to } })}
          />
        </div>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="Time zone" value={timeZone} onValue={(value) => change({ timeZone: value })}>
          <Options values={zones} label={(zone) => zone.replaceAll("_", " ")} />
        </SelectField>
      </div>
      {timeZone === browserTimeZone() ? null : (
        <Button size="small" onClick={() => change({ timeZone: browserTimeZone() })}>
          Use {browserTimeZone().replaceAll("_", " ")}
        </Button>
      )}
      <div>
        <Button type="submit" variant="primary" disabled={isPending || !isComplete}>
          {isPending ? "Saving…" : "Save schedule"}
        </Button>
      </div>
    </form>
  );
}
