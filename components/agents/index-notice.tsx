import { CallFailure } from "@/components/ui/call-failure";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import type { IndexProgress } from "@/lib/contract/dashboard/agent-row";

interface IndexNoticeProps {
  progress: IndexProgress | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Why the list may be out of date; empty when it isn't. */
export function IndexNotice({ progress, error, onRetry }: IndexNoticeProps) {
  if (error) {
    return (
      <CallFailure error={error} onRetry={onRetry}>
        {progress ? "What you see is as of the last answer." : "The agents could not be read. Nothing was changed."}
      </CallFailure>
    );
  }
  if (progress?.trouble === undefined) return null;
  return (
    <ErrorNotice title={progress.trouble}>
      {progress.polledAt === undefined ? (
        "The agents were never read from the service. It is asked again by itself."
      ) : (
        <>
          What you see is as the service answered <RelativeTime iso={progress.polledAt} />. It is asked again by itself.
        </>
      )}
    </ErrorNotice>
  );
}
