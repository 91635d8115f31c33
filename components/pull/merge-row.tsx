import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { MergeTone } from "./merge-subjects";

const looks: Readonly<Record<MergeTone, { icon: LucideIcon; color: string }>> = {
  success: { icon: CircleCheck, color: "text-success" },
  warning: { icon: TriangleAlert, color: "text-warning" },
  pending: { icon: CircleDashed, color: "text-info" },
  neutral: { icon: CircleMinus, color: "text-muted-foreground" },
  danger: { icon: CircleX, color: "text-danger" },
};

interface MergeRowProps {
  title: string;
  tone: MergeTone;
  summary: ReactNode;
  /** Details and actions. */
  children?: ReactNode;
}

/** A line of the merge box: a subject and its state. */
export function MergeRow({ title, tone, summary, children }: MergeRowProps) {
  const { icon: Icon, color } = looks[tone];
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="font-medium">{title}</h3>
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {tone === "danger" ? <span className="sr-only">Blocks merging: </span> : null}
            {summary}
          </p>
        </div>
        {children}
      </div>
    </li>
  );
}
