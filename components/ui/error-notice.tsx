import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface ErrorNoticeProps {
  /** What happened. */
  title: string;
  /** What it means and what to do. */
  children?: ReactNode;
  requestId?: string | undefined;
  action?: ReactNode;
}

export function ErrorNotice({ title, children, requestId, action }: ErrorNoticeProps) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-danger/30 bg-danger-soft p-3 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="break-words font-medium text-danger">{title}</p>
        {children ? <div className="break-words text-foreground">{children}</div> : null}
        {requestId ? (
          <p className="text-foreground text-xs">
            Request <code className="break-all font-mono">{requestId}</code>
          </p>
        ) : null}
        {action}
      </div>
    </div>
  );
}
