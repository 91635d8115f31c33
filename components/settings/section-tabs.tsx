"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import type { Section } from "./sections";

export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the section one is in may stand outside the row that scrolls.
    const current = pathname && nav.current?.querySelector("[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav ref={nav} aria-label="Settings" className="overflow-x-auto border-b px-4">
      <ul className="flex gap-4">
        {sections.map(({ name, path }) => (
          <li key={path}>
            <Link
              href={path}
              aria-current={pathname === path ? "page" : undefined}
              className={classNames(
                "inline-flex h-9 items-center whitespace-nowrap border-b-2 text-sm",
                pathname === path || pathname.startsWith(`${path}/`)
                  ? "border-primary font-medium"
                  : "border-transparent text-muted-foreground hover:text-foreground",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
