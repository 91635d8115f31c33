"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { type Section, sectionGroups } from "./sections";

/** The sections by group: next to the section on wide screens, above it in one scrolling line on narrow ones. */
export function SectionNavigation({ sections }: { sections: readonly Section[] }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens, the current section may be scrolled out of view.
    const current = pathname && nav.current?.querySelector("[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="relative flex shrink-0 gap-4 overflow-x-auto border-b px-4 py-2 md:w-52 md:flex-col md:gap-4 md:overflow-visible md:border-r md:border-b-0 md:py-4"
    >
      {sectionGroups.map((group) => {
        const grouped = sections.filter((section) => section.group === group);
        if (grouped.length === 0) return null;
        return (
          <div key={group} className="flex shrink-0 items-center gap-1 md:block">
            <h2 className="text-muted-foreground text-xs max-md:sr-only md:px-2 md:pb-1">{group}</h2>
            <ul aria-label={group} className="flex gap-1 md:block md:space-y-0.5">
              {grouped.map(({ name, path }) => {
                const isCurrent = pathname === path || pathname.startsWith(`${path}/`);
                return (
                  <li key={path}>
                    <Link
                      href={path}
                      aria-current={pathname === path ? "page" : undefined}
                      className={classNames(
                        "flex h-8 items-center whitespace-nowrap rounded-md px-2 text-sm hover:bg-muted",
                        isCurrent ? "bg-accent font-medium" : "text-muted-foreground hover:text-foreground",
                      )}
                    >
                      {name}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
