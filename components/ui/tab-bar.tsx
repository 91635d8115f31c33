"use client";

import type { Route } from "next";
import Link from "next/link";
import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from "react";
import { classNames } from "./class-names";
import { isPlainClick } from "./plain-click";

interface Tab<Href extends string> {
  name: string;
  /** Next to the name, for example a count. */
  detail?: ReactNode;
  current: boolean;
  /** Highlighted like the current tab, for child pages. */
  within?: boolean;
  href: Route<Href>;
  prefetch?: false;
  /** Replaces the navigation in this tab of the browser. */
  onSelect?: () => void;
}

interface TabBarProps<Href extends string> {
  label: string;
  tabs: readonly Tab<Href>[];
  ref?: Ref<HTMLElement>;
}

function selectInPlace(event: MouseEvent, onSelect: () => void) {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  onSelect();
}

/** The tabs of a screen. */
export function TabBar<Href extends string>({ label, tabs, ref }: TabBarProps<Href>) {
  const list = useRef<HTMLUListElement>(null);
  const current = tabs.find((tab) => tab.current)?.name;
  useEffect(() => {
    // On narrow screens, the current tab may be scrolled out of view.
    const tab = current !== undefined && list.current?.querySelector("[aria-current]");
    if (tab) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav ref={ref} aria-label={label} className="overflow-x-auto border-b px-4">
      <ul ref={list} className="flex gap-4">
        {tabs.map(({ name, detail, current, within = current, href, prefetch, onSelect }) => (
          <li key={name}>
            <Link
              href={href}
              prefetch={prefetch}
              onClick={onSelect && ((event) => selectInPlace(event, onSelect))}
              data-in-place={onSelect && ""}
              aria-current={current ? "page" : undefined}
              className={classNames(
                "inline-flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 text-sm",
                within
                  ? "border-primary font-medium"
                  : "border-transparent text-muted-foreground hover:text-foreground",
              )}
            >
              {name}
              {detail}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
