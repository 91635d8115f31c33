import Link from "next/link";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { paths } from "@/lib/model/paths";
import type { LaunchFailure } from "./use-launch";

interface LaunchNoticeProps {
  failure: LaunchFailure | undefined;
  /** True while the outcome of an earlier attempt is unknown. */
  interrupted: boolean;
  pending: boolean;
  onLaunch: () => void;
  onLaunchAgain: () => void;
}

/** Explains why a launch didn't create an agent, and what to do next. */
export function LaunchNotice({ failure, interrupted, pending, onLaunch, onLaunchAgain }: LaunchNoticeProps) {
  if (!failure) {
    if (!interrupted || pending) return null;
    return (
      <ErrorNotice
        title="The previous launch was interrupted before a response arrived."
        action={
          <Button size="small" onClick={onLaunch}>
            Check and continue
          </Button>
        }
      >
        It may have created an agent. Launching again checks for that agent first, so it doesn't create a duplicate.
      </ErrorNotice>
    );
  }
  if (failure.kind === "unclear") {
    return (
      <ErrorNotice
        title="The previous launch may have succeeded. These agents were created since then:"
        action={
          <Button size="small" disabled={pending} onClick={onLaunchAgain}>
            Launch a new agent
          </Button>
        }
      >
        <ul className="space-y-1">
          {failure.candidates.map(({ id, name, createdAt }) => (
            <li key={id}>
              <Link href={paths.agent(id)} className="underline underline-offset-2">
                {name}
              </Link>{" "}
              <RelativeTime iso={createdAt} />
            </li>
          ))}
        </ul>
      </ErrorNotice>
    );
  }
  if (failure.kind === "lost") {
    return (
      <ErrorNotice title={failure.message} requestId={failure.requestId}>
        The agent may have been created. Launching again is safe: it checks for that agent first. Your form is saved.
      </ErrorNotice>
    );
  }
  const { error } = failure;
  const wait = error.retryAfterSeconds;
  return (
    <ErrorNotice
      title={error.status === 429 ? `Rate limit exceeded.${wait ? ` Try again in ${wait} s.` : ""}` : error.message}
      requestId={error.requestId}
    >
      {interrupted
        ? "Couldn't check the previous launch, so nothing was sent. Your form is saved."
        : "No agent was created. Your form is saved."}
    </ErrorNotice>
  );
}
