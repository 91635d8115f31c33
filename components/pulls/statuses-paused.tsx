/** Says when the rate limit allows loading the remaining statuses. */
export function StatusesPaused({ until }: { until: string }) {
  return (
    <p role="status" className="border-b px-4 py-1 text-muted-foreground text-xs">
      Rate limit reached. The remaining statuses load at <time dateTime={until}>{until.slice(11, 19)} UTC</time>.
    </p>
  );
}
