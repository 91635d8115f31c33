"use client";

import { Pause, Play } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { Automation } from "@/lib/contract/dashboard/automations/automation";
import { paths } from "@/lib/model/paths";
import { kindIcons, triggerText } from "./automation-labels";
import { usePauseAutomation } from "./automation-queries";
import { FiringBadge } from "./firing-badge";
import { UpcomingTime } from "./upcoming-time";

/** A row of the list: what triggers it, its last result, and when it runs next. */
export function AutomationCard({ automation }: { automation: Automation }) {
  const { id, name, trigger, owner, paused, nextAt, last, active, waiting } = automation;
  const Icon = kindIcons[trigger.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-muted/50">
      <div className="min-w-0 flex-1 basis-56">
        <Link data-row href={paths.automation(id)} className="block truncate font-medium text-sm hover:underline">
          {name}
        </Link>
        <p className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
          <Icon aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{triggerText(trigger)}</span>
          {owner ? <span className="shrink-0 max-sm:hidden">· {owner.name}</span> : null}
        </p>
      </div>
      <div className="flex w-44 min-w-0 items-center gap-2 text-xs">
        {last ? (
          <>
            <FiringBadge firing={last} />
            <RelativeTime iso={last.finishedAt ?? last.dueAt} className="truncate text-muted-foreground" />
          </>
        ) : (
          <span className="text-muted-foreground">No runs yet</span>
        )}
      </div>
      <div className="w-36 text-muted-foreground text-xs tabular-nums">
        {paused ? (
          <Badge tone="warning">
            <Pause aria-hidden />
            Paused
          </Badge>
        ) : nextAt === undefined ? (
          "Waiting for a trigger"
        ) : (
          <>
            Next <UpcomingTime iso={nextAt} />
          </>
        )}
        {active + waiting > 0 ? (
          <span className="block">
            {[active > 0 ? `${active} running` : "", waiting > 0 ? `${waiting} waiting` : ""]
              .filter(Boolean)
              .join(", ")}
          </span>
        ) : null}
      </div>
      {automation.canEdit ? <PauseButton automation={automation} /> : <span className="size-7 max-sm:hidden" />}
    </li>
  );
}

function PauseButton({ automation: { id, name, paused } }: { automation: Automation }) {
  const { mutate, isPending } = usePauseAutomation(id);
  const fail = ({ message }: Error) =>
    toast.error(paused ? "Couldn't resume the automation." : "Couldn't pause the automation.", {
      description: message,
    });
  return (
    <Button
      variant="ghost"
      size="icon"
      disabled={isPending}
      aria-label={paused ? `Resume ${name}` : `Pause ${name}`}
      title={paused ? "Resume" : "Pause"}
      onClick={() => mutate(!paused, { onError: fail })}
    >
      {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
    </Button>
  );
}
