import { CallFailure } from "@/components/ui/call-failure";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import type { IndexProgress } from "@/lib/contract/dashboard/agent-row";

interface IndexNoticeProps {
  progress: IndexProgress | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Explains why the list may be out of date; renders nothing otherwise. */
export default function IndexNotice({ progress, error, onRetry }: IndexNoticeProps) {
  if (error) {
    return (
      <CallFailure error={error} onRetry={onRetry}>
        {progress ? "Showing the last loaded data." : "Couldn't load agents."}
      </CallFailure>
    );
  }
  if (progress?.lastError === undefined) return null;
  return (
    <ErrorNotice title={progress.lastError}>
      {progress.polledAt === undefined ? (
        "Agents haven't been loaded from the service yet. Retrying automatically."
      ) : (
        <>
          Last updated <RelativeTime iso={progress.polledAt} />. Retrying automatically.
        </>
      )}
    </ErrorNotice>
  );
}
