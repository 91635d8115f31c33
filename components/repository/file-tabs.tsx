"use client";

import Link from "next/link";
import type { RepositoryLocation } from "@/components/repositories/content-queries";
import { classNames } from "@/components/ui/class-names";
import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { usePageRouter } from "@/components/ui/use-page-router";
import { useWindowKey } from "@/components/ui/use-window-key";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

export type FileTab = "" | "blame" | "history";

const tabs = [
  { id: "", name: "Code", key: "c" },
  { id: "blame", name: "Blame", key: "b" },
  { id: "history", name: "History", key: "h" },
] as const;

interface FileTabsProps {
  name: RepositoryName;
  location: RepositoryLocation;
  current: FileTab;
  isFolder: boolean;
}

/** Links to the content, blame and history of a path. The keys c, b and h open them. */
export function FileTabs({ name, location: { revision, path }, current, isFolder }: FileTabsProps) {
  const router = usePageRouter();
  const shown = tabs.filter(({ id }) => id !== "blame" || !isFolder);
  const hrefOf = (view: FileTab) => paths.repositoryAt(name, { view, ref: revision, path });
  useWindowKey((event) => {
    if (isTyping(event) || !shortcutsOn()) return;
    const tab = shown.find(({ key }) => key === event.key);
    if (!tab) return;
    event.preventDefault();
    if (tab.id !== current) router.push(hrefOf(tab.id));
  });
  return (
    <nav aria-label="File views">
      <ul className="inline-flex rounded-md border text-xs">
        {shown.map(({ id, name: title, key }) => (
          <li key={id}>
            <Link
              href={hrefOf(id)}
              prefetch={false}
              aria-current={id === current ? "page" : undefined}
              aria-keyshortcuts={key}
              className={classNames(
                "inline-flex h-7 items-center rounded-md px-2.5",
                id === current ? "bg-muted font-medium" : "text-muted-foreground hover:text-foreground",
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
