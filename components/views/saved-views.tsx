"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check, Pencil, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { retryImport } from "@/lib/client/retry-import";
import type { SavedView, ViewList } from "@/lib/contract/dashboard/views/saved-view";
import { savedViewsQuery } from "./view-queries";

const ManageViewsDialog = lazy(() => retryImport(() => import("./manage-views-dialog")));
const SaveViewDialog = lazy(() => retryImport(() => import("./save-view-dialog")));

interface SavedViewsProps {
  list: ViewList;
  /** The query as text. */
  query: string;
  onOpen: (query: string) => void;
  isAdmin: boolean;
}

/** Menu of saved views: the user's and those shared by others. */
export default function SavedViews({ list, query, onOpen, isAdmin }: SavedViewsProps) {
  const [dialog, setDialog] = useState<"save" | "manage">();
  const { data, error } = useQuery(savedViewsQuery(list));
  const views = data ?? [];
  const own = views.filter((view) => view.own);
  const shared = views.filter((view) => !view.own);
  const current = views.find((view) => view.query === query);
  const close = () => setDialog(undefined);
  const entry = (view: SavedView) => (
    <MenuItem key={view.id} onSelect={() => onOpen(view.query)}>
      {view === current ? <Check aria-hidden /> : <span className="size-3.5" />}
      <bdi className="max-w-56 truncate">{view.name}</bdi>
      {view.own ? null : <span className="ml-auto truncate pl-3 text-muted-foreground text-xs">{view.owner}</span>}
    </MenuItem>
  );

  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden />
            <span className="max-w-40 truncate">{current && query !== "" ? current.name : "Views"}</span>
          </Button>
        }
      >
        {error ? <MenuLabel>Couldn't load views: {error.message}</MenuLabel> : null}
        {own.length > 0 ? <MenuLabel>Yours</MenuLabel> : null}
        {own.map(entry)}
        {shared.length > 0 ? <MenuLabel>Shared</MenuLabel> : null}
        {shared.map(entry)}
        {views.length > 0 ? <MenuSeparator /> : null}
        <MenuItem disabled={query === ""} onSelect={() => setDialog("save")}>
          <Plus aria-hidden />
          {query === "" ? "Add a filter to save a view" : "Save view…"}
        </MenuItem>
        {views.length > 0 ? (
          <MenuItem onSelect={() => setDialog("manage")}>
            <Pencil aria-hidden />
            Manage views…
          </MenuItem>
        ) : null}
      </Menu>
      {dialog === undefined ? null : (
        <Suspense fallback={null}>
          <SaveViewDialog
            list={list}
            open={dialog === "save"}
            onClose={close}
            query={query}
            existingNames={own.map(({ name }) => name)}
          />
          <ManageViewsDialog open={dialog === "manage"} onClose={close} views={views} isAdmin={isAdmin} />
        </Suspense>
      )}
    </>
  );
}
