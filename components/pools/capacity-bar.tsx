/** The share of connected workers that are in use. */
export function CapacityBar({ inUse, connected, of }: { inUse: number; connected: number; of: string }) {
  return (
    <div className="flex items-center gap-2 text-sm tabular-nums">
      <progress
        aria-label={`Workers in use in ${of}`}
        value={inUse}
        max={Math.max(connected, 1)}
        className={`h-1.5 w-24 ${connected > 0 && inUse >= 0.9 * connected ? "text-warning-line" : "text-primary"}`}
      />
      <span className="whitespace-nowrap">
        {inUse} / {connected}
      </span>
    </div>
  );
}
