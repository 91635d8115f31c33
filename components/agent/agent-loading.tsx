import { Skeleton } from "@/components/ui/skeleton";

const lines = ["w-2/3", "w-1/2", "w-3/4", "w-1/3", "w-3/5"];

export function AgentLoading() {
  return (
    <div role="status" aria-label="Loading agent">
      <div className="space-y-2 border-b px-4 py-3">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
      <div className="mx-auto max-w-3xl space-y-4 p-4">
        {lines.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </div>
  );
}
