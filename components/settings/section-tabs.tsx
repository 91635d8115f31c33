"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { TabBar } from "@/components/ui/tab-bar";
import type { Section } from "./sections";

export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens, the current tab may be scrolled out of view.
    const current = pathname && nav.current?.querySelector("[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <TabBar
      ref={nav}
      label="Settings"
      tabs={sections.map(({ name, path }) => ({
        name,
        href: path,
        current: pathname === path,
        within: pathname === path || pathname.startsWith(`${path}/`),
      }))}
    />
  );
}
