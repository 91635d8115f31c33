"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { paths } from "@/lib/model/paths";
import type { ScreenIcons } from "./screen-icons";
import { findScreen, screens } from "./screens";

interface NavigationProps {
  icons: ScreenIcons;
  /** The number of unread notifications. */
  unread: ReactNode;
  onNavigate?: () => void;
}

/** Delays prefetching until the current page has loaded. */
const prefetchDelayMs = 3_000;

export function Navigation({ icons, unread, onNavigate }: NavigationProps) {
  const current = findScreen(usePathname());
  const [prefetching, setPrefetching] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPrefetching(true), prefetchDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <nav aria-label="Main" onPointerEnter={() => setPrefetching(true)} onFocus={() => setPrefetching(true)}>
      <ul className="space-y-0.5">
        {screens.map(({ name, path }) => (
          <li key={path}>
            <Link
              href={path}
              prefetch={prefetching ? null : false}
              onClick={onNavigate}
              aria-current={current?.path === path ? "page" : undefined}
              className={classNames(
                "flex h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-muted [&_svg]:size-3.5",
                current?.path === path ? "bg-accent font-medium" : "text-muted-foreground hover:text-foreground",
              )}
            >
              {icons[name]}
              {name}
              {path === paths.inbox() ? unread : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
