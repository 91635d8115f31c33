import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { jobStatus, transitionLabel } from "./mirror-labels";

/** A transition: its status decides what is said; its phase is told as the service tells it. */
export function MirrorJob({ job, active }: { job: MirrorTransitionJob; active: boolean }) {
  const { label, tone } = jobStatus(job.status);
  const problem = job.lastErrorMessage ?? job.lastErrorCode;
  return (
    <section aria-label="Transition" className="space-y-1 rounded-md border p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{transitionLabel(job.transition)}</span>
        <span role="status">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="text-muted-foreground text-xs">
          {active ? "under way, begun " : "the last one, ended "}
          <RelativeTime iso={active ? (job.startedAt ?? job.createdAt) : (job.completedAt ?? job.updatedAt)} />
        </span>
      </p>
      <p className="text-muted-foreground text-xs">
        Phase <code className="break-all font-mono">{job.phase}</code>
        {job.attemptCount > 1 ? `, attempt ${job.attemptCount}` : ""}
        {job.drainUntil ? (
          <>
            {" "}
            · writes run out until <time dateTime={job.drainUntil}>{job.drainUntil.slice(11, 19)} UTC</time>
          </>
        ) : null}
      </p>
      {problem ? (
        <p className="break-words">
          {problem}
          {job.lastErrorCode && job.lastErrorMessage ? (
            <>
              {" "}
              (<code className="font-mono text-xs">{job.lastErrorCode}</code>)
            </>
          ) : null}
          {job.status === "requires_attention"
            ? ". Somebody has to decide which side is right: mend the source or its credential and it is tried again, or force it."
            : ""}
        </p>
      ) : null}
    </section>
  );
}
