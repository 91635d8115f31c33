import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** Beside the title: a count, a state. */
  detail?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, detail, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <div className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-wrap">
        <h1 className="truncate font-semibold text-base">{title}</h1>
        {detail ? <span className="text-muted-foreground text-sm">{detail}</span> : null}
      </div>
      {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
    </header>
  );
}
