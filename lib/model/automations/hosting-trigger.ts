import { z } from "zod";
import type { AutomationEvent } from "@/lib/contract/dashboard/automations/automation-values";
import type { HostingChange } from "../hosting/hosting-change";
import type { FiringEvent } from "./event-values";

/** An event of the hosting API that can trigger automations, for one or more pull requests. */
export interface HostingTrigger {
  event: AutomationEvent;
  /** Unique among events of this kind. */
  key: string;
  facts: Pick<FiringEvent, "check" | "label">;
}

const failing: ReadonlySet<string> = new Set(["failure", "timed_out", "action_required"]);

const Check = z.looseObject({
  checkRun: z.looseObject({
    name: z.string(),
    sha: z.string(),
    conclusion: z.string().nullish(),
    output: z.looseObject({ title: z.string().nullish(), summary: z.string().nullish() }).nullish(),
  }),
});
const Labeled = z.looseObject({ label: z.looseObject({ name: z.string() }) });

/** Parses an event of the hosting API. Returns `undefined` for events that trigger nothing. */
export function parseHostingTrigger(
  event: { id: string; type: string; payload: unknown },
  { repository }: HostingChange,
): HostingTrigger | undefined {
  switch (event.type) {
    case "pull_request.created":
      return { event: "pull_request.opened", key: "opened", facts: {} };
    case "pull_request.label.added": {
      const label = Labeled.safeParse(event.payload).data?.label.name;
      return label === undefined ? undefined : { event: "label.added", key: `label:${event.id}`, facts: { label } };
    }
    case "repository.check_run.completed": {
      const run = Check.safeParse(event.payload).data?.checkRun;
      if (!run || !failing.has(run.conclusion ?? "")) return undefined;
      const { name, sha } = run;
      const summary = [run.output?.title, run.output?.summary].filter(Boolean).join("\n");
      return { event: "check.failed", key: `check:${repository?.id}/${sha}`, facts: { check: { name, sha, summary } } };
    }
    default:
      return undefined;
  }
}
