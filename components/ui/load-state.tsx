import { CallFailure } from "./call-failure";
import { SkeletonRows } from "./skeleton-rows";

interface LoadStateProps {
  query: { data: unknown; error: Error | null; isPending: boolean; refetch: () => unknown };
  /** What the failure means, in a sentence. */
  failed: string;
  /** The same while earlier data is shown. By default, `failed`. */
  stale?: string;
  /** Name of the placeholder. */
  loading: string;
}

/** Why a query has no data or no current data: it failed, with a retry button, or it is still loading. */
export function LoadState({ query, failed, stale = failed, loading }: LoadStateProps) {
  const { data, error, isPending, refetch } = query;
  return (
    <>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data === undefined ? failed : stale}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label={loading} /> : null}
    </>
  );
}
