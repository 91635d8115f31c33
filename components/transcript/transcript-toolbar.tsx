"use client";

import { ArrowDownToLine, ArrowUpToLine, Clipboard, Download, EllipsisVertical } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FindField } from "@/components/ui/find-field";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Options } from "@/components/ui/options";
import { Select } from "@/components/ui/select";
import { type RowFilter, rowFilters } from "@/lib/model/transcript/row-filter";
import type { Find } from "./use-find";

interface TranscriptActions {
  copy: () => void;
  downloadMarkdown: () => void;
  downloadEvents: () => void;
}

interface TranscriptToolbarProps {
  find: Find;
  field: Ref<HTMLInputElement>;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  onPrompt: (by: 1 | -1) => void;
  actions: TranscriptActions;
}

function countLabel({ text, matches, at }: Find): string {
  if (text.trim() === "") return "";
  if (matches.length === 0) return "No matches";
  return at < 0 ? `${matches.length}` : `${at + 1} of ${matches.length}`;
}

/** Find, filter, navigation, and actions for the whole transcript. */
export function TranscriptToolbar(props: TranscriptToolbarProps) {
  const { find, field, filter, onFilter, onPrompt, actions } = props;
  return (
    <div
      role="toolbar"
      aria-label="Transcript tools"
      className="flex flex-wrap items-center gap-1 border-b px-4 py-1.5"
    >
      <FindField
        label="Find in transcript"
        inputRef={field}
        text={find.text}
        onText={find.setText}
        count={countLabel(find)}
        onStep={find.step}
        onEscape={(input) => {
          find.setText("");
          input.blur();
        }}
      />
      <span aria-hidden className="mx-1 hidden h-4 w-px bg-border sm:block" />
      <div className="w-32 shrink-0">
        <Select
          aria-label="Show"
          value={filter}
          onChange={({ target }) => onFilter(rowFilters.find(({ value }) => value === target.value)?.value ?? "all")}
          className={classNames("h-7 text-xs", filter !== "all" && "bg-accent")}
        >
          <Options values={rowFilters} />
        </Select>
      </div>
      <Button variant="ghost" size="smallIcon" aria-label="Previous prompt" onClick={() => onPrompt(-1)}>
        <ArrowUpToLine aria-hidden />
      </Button>
      <Button variant="ghost" size="smallIcon" aria-label="Next prompt" onClick={() => onPrompt(1)}>
        <ArrowDownToLine aria-hidden />
      </Button>
      <span className="hidden flex-1 sm:block" />
      <ActionsMenu {...actions} />
    </div>
  );
}

function ActionsMenu(actions: TranscriptActions) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="smallIcon" aria-label="Transcript actions">
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={actions.copy}>
        <Clipboard aria-hidden />
        Copy as Markdown
      </MenuItem>
      <MenuItem onSelect={actions.downloadMarkdown}>
        <Download aria-hidden />
        Download as Markdown
      </MenuItem>
      <MenuItem onSelect={actions.downloadEvents}>
        <Download aria-hidden />
        Download events as JSONL
      </MenuItem>
    </Menu>
  );
}
