import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Breadcrumbs } from "./breadcrumbs";

interface PageHeaderProps {
  title: string;
  /** The pages above this one as breadcrumbs, outermost first. */
  parents?: readonly { name: string; path: Route | `/pools/${string}` | `/automations/${string}` }[];
  /** Next to the title: a count, a state. */
  detail?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, parents = [], detail, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
      <div className="min-w-0">
        {parents.length > 0 ? (
          <Breadcrumbs>
            {parents.map(({ name, path }) => (
              <Link key={path} href={path}>
                {name}
              </Link>
            ))}
          </Breadcrumbs>
        ) : null}
        <div className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-wrap">
          <h1 className="truncate font-semibold text-base">{title}</h1>
          {detail ? <span className="text-muted-foreground text-sm">{detail}</span> : null}
        </div>
      </div>
      {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
    </header>
  );
}
