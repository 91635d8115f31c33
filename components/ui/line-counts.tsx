import { counted } from "@/lib/model/plural";

/** Added and removed lines of a diff. */
export function LineCounts({ additions, deletions }: { additions: number; deletions: number }) {
  return (
    <span className="whitespace-nowrap text-xs tabular-nums">
      <span className="sr-only">
        {counted(additions, "line")} added, {deletions.toLocaleString("en")} removed
      </span>
      <span aria-hidden>
        <span className="text-success">+{additions.toLocaleString("en")}</span>{" "}
        <span className="text-danger">−{deletions.toLocaleString("en")}</span>
      </span>
    </span>
  );
}
