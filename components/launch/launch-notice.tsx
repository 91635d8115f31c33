import Link from "next/link";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { paths } from "@/lib/model/paths";
import type { LaunchFailure } from "./use-launch";

interface LaunchNoticeProps {
  end: LaunchFailure | undefined;
  /** True while the end of an earlier try is unknown. */
  open: boolean;
  pending: boolean;
  onLaunch: () => void;
  onLaunchAgain: () => void;
}

/** Why a launch didn't lead to an agent, and what to do. */
export function LaunchNotice({ end, open, pending, onLaunch, onLaunchAgain }: LaunchNoticeProps) {
  if (!end) {
    if (!open || pending) return null;
    return (
      <ErrorNotice
        title="A launch from this form was interrupted before its answer came."
        action={
          <Button size="small" onClick={onLaunch}>
            Find out and go on
          </Button>
        }
      >
        Whether it made an agent is not known. Launching again looks for it first, and never makes a second one unasked.
      </ErrorNotice>
    );
  }
  if (end.kind === "unclear") {
    return (
      <ErrorNotice
        title="The earlier launch may have worked: these agents appeared since."
        action={
          <Button size="small" disabled={pending} onClick={onLaunchAgain}>
            None of them, launch anew
          </Button>
        }
      >
        <ul className="space-y-1">
          {end.candidates.map(({ id, name, createdAt }) => (
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
  if (end.kind === "lost") {
    return (
      <ErrorNotice title={end.message} requestId={end.requestId}>
        Whether the agent was created is not known. Launching again is safe: it looks for the first one before it makes
        another. Nothing you typed is lost.
      </ErrorNotice>
    );
  }
  const { error } = end;
  if (error.status === 401) {
    return (
      <ErrorNotice
        title="Your session has ended."
        action={
          <Button size="small" asChild>
            <a href={paths.signIn()} target="_blank" rel="noopener">
              Sign in, in another tab
            </a>
          </Button>
        }
      >
        Nothing was sent to the service. The form stays as it is here: sign in, come back and launch.
      </ErrorNotice>
    );
  }
  const wait = error.retryAfterSeconds;
  return (
    <ErrorNotice
      title={
        error.status === 429 ? `Too many calls${wait ? `: the service asks to wait ${wait} s` : ""}.` : error.message
      }
      requestId={error.requestId}
    >
      {open
        ? "The earlier launch could not be looked for, so nothing was sent. Nothing you typed is lost."
        : "No agent was created, and nothing you typed is lost."}
    </ErrorNotice>
  );
}
