"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { FormGroup } from "@/components/launch/launch-context";
import { repositoriesQuery } from "@/components/launch-options/launch-option-queries";
import { Options } from "@/components/ui/options";
import { Segmented } from "@/components/ui/segmented";
import { SelectField, TextField } from "@/components/ui/text-field";
import { callProxy } from "@/lib/client/call";
import { automationEvents } from "@/lib/contract/dashboard/automations/automation-values";
import { nextTimes, scheduleProblem } from "@/lib/model/automations/schedule";
import { repositoryName } from "@/lib/model/hosting/address-names";
import type { AutomationValues } from "./automation-form-values";
import { eventLabels } from "./automation-labels";

interface TriggerFieldsProps {
  values: AutomationValues;
  set: (changes: Partial<AutomationValues>) => void;
  problems: Readonly<Record<string, string>>;
}

const mono = { autoCapitalize: "none", spellCheck: false, className: "font-mono" } as const;

/** What triggers the automation. */
export function TriggerFields(props: TriggerFieldsProps) {
  const { values, set } = props;
  return (
    <FormGroup title="Trigger">
      <Segmented
        label="Trigger"
        value={values.kind}
        options={[
          { value: "schedule", label: "Schedule" },
          { value: "webhook", label: "Webhook" },
          { value: "event", label: "Pull request event" },
        ]}
        onChange={(kind) => set({ kind })}
      />
      {values.kind === "schedule" ? <ScheduleFields {...props} /> : null}
      {values.kind === "webhook" ? <WebhookFields {...props} /> : null}
      {values.kind === "event" ? <EventFields {...props} /> : null}
    </FormGroup>
  );
}

const presets = [
  { cron: "0 * * * *", name: "Every hour" },
  { cron: "0 9 * * *", name: "Every day at 09:00" },
  { cron: "0 9 * * 1-5", name: "Every weekday at 09:00" },
  { cron: "0 9 * * 1", name: "Every Monday at 09:00" },
] as const;

function ScheduleFields({ values, set, problems }: TriggerFieldsProps) {
  const zones = useId();
  const preset = presets.find(({ cron }) => cron === values.cron);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Repeat"
          value={preset?.cron ?? ""}
          onValue={(cron) => (cron === "" ? undefined : set({ cron }))}
        >
          {presets.map(({ cron, name }) => (
            <option key={cron} value={cron}>
              {name}
            </option>
          ))}
          <option value="">Custom</option>
        </SelectField>
        <TextField
          {...mono}
          label="Cron expression"
          hint="Minute, hour, day of month, month, day of week."
          value={values.cron}
          onValue={(cron) => set({ cron })}
          error={problems.cron}
        />
        <TextField
          label="Time zone"
          list={zones}
          value={values.timeZone}
          onValue={(timeZone) => set({ timeZone })}
          error={problems.timeZone}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <SelectField
          label="Missed runs"
          hint="Runs that were due while Slipway was stopped."
          value={values.missed}
          onValue={(missed) => set({ missed: missed === "once" ? "once" : "skip" })}
        >
          <option value="skip">Skip</option>
          <option value="once">Run once</option>
        </SelectField>
      </div>
      <NextTimes values={values} />
    </>
  );
}

/** The next times, in the schedule's time zone and in UTC. */
function NextTimes({ values: { cron, timeZone } }: { values: AutomationValues }) {
  const schedule = { cron, timeZone };
  const now = Date.now();
  if (scheduleProblem(schedule, now)) return null;
  const local = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return (
    <div className="text-sm">
      <p className="text-muted-foreground text-xs">Next runs</p>
      <ul aria-label="Next runs" className="tabular-nums">
        {nextTimes(schedule, now, 3).map((time) => (
          <li key={time}>
            <time dateTime={new Date(time).toISOString()} title={new Date(time).toISOString()}>
              {local.format(time)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WebhookFields({ values, set, problems }: TriggerFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Authentication"
        hint="The URL and secret are shown after you create the automation."
        className="sm:col-span-2"
        value={values.authentication}
        onValue={(value) => set({ authentication: value === "signature" ? "signature" : "token" })}
      >
        <option value="token">Secret token in a header or the URL</option>
        <option value="signature">Signature of the body (GitHub, Linear)</option>
      </SelectField>
      <TextField
        {...mono}
        label="Only if"
        optional
        hint="A path in the payload, such as action."
        value={values.filterPath}
        onValue={(filterPath) => set({ filterPath })}
        error={problems.filterPath}
      />
      <TextField
        {...mono}
        label="Equals"
        optional
        value={values.filterEquals}
        disabled={values.filterPath.trim() === ""}
        onValue={(filterEquals) => set({ filterEquals })}
        error={problems.filterEquals}
      />
    </div>
  );
}

function EventFields({ values, set, problems }: TriggerFieldsProps) {
  const list = useId();
  const repositories = useQuery(repositoriesQuery(callProxy));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Event"
        value={values.event}
        onValue={(text) => set({ event: automationEvents.find((event) => event === text) ?? values.event })}
      >
        <Options values={automationEvents} label={(event) => eventLabels[event]} />
      </SelectField>
      <TextField
        {...mono}
        label="Repository"
        list={list}
        placeholder="owner/name"
        value={values.repository}
        onValue={(repository) => set({ repository })}
        error={problems.repository}
      />
      <datalist id={list}>
        {(repositories.data?.items ?? []).map(({ url }) => (
          <option key={url} value={repositoryName(url)} />
        ))}
      </datalist>
      {values.event === "check.failed" ? (
        <TextField
          label="Check"
          optional
          hint="Leave empty for the first failed check of each commit."
          value={values.check}
          onValue={(check) => set({ check })}
          error={problems.check}
        />
      ) : null}
      {values.event === "label.added" ? (
        <TextField
          label="Label"
          optional
          hint="Leave empty for any label."
          value={values.label}
          onValue={(label) => set({ label })}
          error={problems.label}
        />
      ) : null}
      <p className="text-muted-foreground text-xs sm:col-span-2">
        Pull requests opened by its agents don&apos;t trigger it.
      </p>
    </div>
  );
}
