import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";

interface TileProps {
  title: string;
  /** The page with the details. */
  href?: Route | undefined;
  className?: string;
  children: ReactNode;
}

/** One figure on the overview. */
export function Tile({ title, href, className, children }: TileProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames("relative min-w-0 space-y-1 rounded-md border bg-card p-3", className)}
    >
      <h2 id={id} className="font-medium text-muted-foreground text-xs">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-md hover:text-foreground">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {children}
    </section>
  );
}

export function TileLoading({ hasError }: { hasError: boolean }) {
  return hasError ? (
    <p className="text-muted-foreground text-sm">Unknown</p>
  ) : (
    <div role="status" aria-label="Loading" className="space-y-2 py-1">
      <Skeleton className="h-6 w-12" />
      <Skeleton className="w-24" />
    </div>
  );
}

/** Shown in place of a figure that isn't available. */
export function TileError({ children }: { children: ReactNode }) {
  return <p className="text-muted-foreground text-sm">{children}</p>;
}
