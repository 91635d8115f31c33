import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { jobState, transitionTitle } from "./mirror-states";

/** A mirror transition. The phase is shown as the service reports it. */
export function MirrorJob({ job, active }: { job: MirrorTransitionJob; active: boolean }) {
  const { title, tone } = jobState(job.status);
  const error = job.lastErrorMessage ?? job.lastErrorCode;
  return (
    <section aria-label="Transition" className="space-y-1 rounded-md border p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{transitionTitle(job.transition)}</span>
        <span role="status">
          <Badge tone={tone}>{title}</Badge>
        </span>
        <span className="text-muted-foreground text-xs">
          {active ? "started " : "ended "}
          <RelativeTime iso={active ? (job.startedAt ?? job.createdAt) : (job.completedAt ?? job.updatedAt)} />
        </span>
      </p>
      <p className="text-muted-foreground text-xs">
        Phase <code className="break-all font-mono">{job.phase}</code>
        {job.attemptCount > 1 ? `, attempt ${job.attemptCount}` : ""}
        {job.drainUntil ? (
          <>
            {" "}
            · draining writes until <time dateTime={job.drainUntil}>{job.drainUntil.slice(11, 19)} UTC</time>
          </>
        ) : null}
      </p>
      {error ? (
        <p className="break-words">
          {error}
          {job.lastErrorCode && job.lastErrorMessage ? (
            <>
              {" "}
              (<code className="font-mono text-xs">{job.lastErrorCode}</code>)
            </>
          ) : null}
          {job.status === "requires_attention"
            ? ". Fix the upstream URL or credential to retry, or force the switch."
            : ""}
        </p>
      ) : null}
    </section>
  );
}
