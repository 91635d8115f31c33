"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Automation, AutomationLaunch } from "@/lib/contract/dashboard/automations/automation";
import { maxFiringsPerHour } from "@/lib/contract/dashboard/automations/automation-values";
import { pauseLabels } from "@/lib/model/automations/pause-labels";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { counted } from "@/lib/model/plural";
import { triggerText } from "./automation-labels";
import { UpcomingTime } from "./upcoming-time";

function targetText({ repos, onEventPull, env, model }: AutomationLaunch): string {
  const where = onEventPull
    ? "the event's pull request"
    : (repos ?? [])
        .map(({ url, startingRef }) => `${repositoryName(url)}${startingRef ? `@${startingRef}` : ""}`)
        .join(", ");
  const machine = env ? `${env.type}${env.name ? ` ${env.name}` : ""}` : "";
  return [where || "No repository", model?.id ?? "", machine].filter(Boolean).join(" · ");
}

/** What an automation does, and why it doesn't. */
export function AutomationSummary({ automation }: { automation: Automation }) {
  const { trigger, owner, paused, nextAt, concurrency, active, waiting, dropped, launch, prompt } = automation;
  const { limit, overflow } = concurrency;
  return (
    <section aria-label="Summary" className="space-y-4">
      {paused ? (
        <Notice>
          {pauseLabels[paused.reason]}
          {paused.at === undefined ? null : (
            <>
              {" "}
              <RelativeTime iso={paused.at} className="text-muted-foreground" />
            </>
          )}
        </Notice>
      ) : null}
      {dropped ? (
        <Notice>
          {counted(dropped.count, "trigger")} dropped: the limit is {maxFiringsPerHour} per hour. Last dropped{" "}
          <RelativeTime iso={dropped.at} />.
        </Notice>
      ) : null}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact term="Trigger">{triggerText(trigger)}</Fact>
        <Fact term="Next run">
          {nextAt === undefined ? paused ? "Paused" : "When triggered" : <UpcomingTime iso={nextAt} />}
        </Fact>
        <Fact term="Works on">{targetText(launch)}</Fact>
        <Fact term="Runs as">{owner?.name ?? "Deleted user"}</Fact>
        <Fact term="Concurrency">
          Up to {counted(limit, "agent")}; additional triggers {overflow === "queue" ? "wait" : "are skipped"}
        </Fact>
        <Fact term="Now">
          {active} running, {waiting} waiting
        </Fact>
      </dl>
      <details className="rounded-md border bg-card">
        <summary className="cursor-pointer px-3 py-2 font-medium text-sm">Prompt</summary>
        <pre className="max-h-96 overflow-auto whitespace-pre-wrap border-t px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
          {prompt}
        </pre>
      </details>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <span>{children}</span>
    </p>
  );
}
