import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { Skeleton } from "@/components/ui/skeleton";

interface OverviewListProps {
  title: string;
  /** The total count, and how many of them are listed. */
  total: number | undefined;
  listed: number;
  hasError: boolean;
  /** Shown when there are none. */
  empty: ReactNode;
  more?: { href: Route; label: string };
  /** A note on what the list omits or couldn't load. */
  footer?: string | undefined;
  children?: ReactNode;
}

const rows = ["a", "b", "c"];

/** A short list with a link to the full one. */
export function OverviewList({ title, total, listed, hasError, empty, more, footer, children }: OverviewListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border bg-card">
      <header className="flex min-h-11 items-center justify-between gap-3 border-b px-3 py-1.5">
        <h2 id={id} className="font-medium text-sm">
          {title}
          {total ? <span className="ml-2 font-normal text-muted-foreground">{total}</span> : null}
        </h2>
        {more && total !== undefined && total > listed ? (
          <Link href={more.href} className="shrink-0 text-primary text-xs hover:underline">
            {more.label}
          </Link>
        ) : null}
      </header>
      {total === undefined ? (
        hasError ? (
          <p className="p-3 text-muted-foreground text-sm">Couldn't reach the dashboard.</p>
        ) : (
          <div role="status" aria-label={`Loading: ${title}`} className="space-y-3 p-3">
            {rows.map((row) => (
              <Skeleton key={row} className="w-2/3" />
            ))}
          </div>
        )
      ) : total === 0 ? (
        <div className="p-3 text-muted-foreground text-sm">{empty}</div>
      ) : (
        <ul className="divide-y">{children}</ul>
      )}
      {footer ? <p className="border-t px-3 py-2 text-muted-foreground text-xs">{footer}</p> : null}
    </section>
  );
}

export function OverviewListLoading({ title }: { title: string }) {
  return <OverviewList title={title} total={undefined} listed={0} hasError={false} empty={null} />;
}
