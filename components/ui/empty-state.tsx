import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** A short explanation. */
  children: ReactNode;
  /** The primary next action. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-16 text-center">
      <Icon aria-hidden className="size-6 text-muted-foreground" />
      <div className="max-w-sm space-y-1">
        <p className="font-medium text-base">{title}</p>
        <p className="text-muted-foreground text-sm">{children}</p>
      </div>
      {action}
    </div>
  );
}
