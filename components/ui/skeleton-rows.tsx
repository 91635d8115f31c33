import { Skeleton } from "./skeleton";

const rows = ["a", "b", "c", "d", "e", "f"];

/** A placeholder for a list. */
export function SkeletonRows({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-4 py-2">
      {rows.map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-16" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}
