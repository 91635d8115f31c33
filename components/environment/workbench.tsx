"use client";

import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { BranchFile } from "@/components/environment/environment-file";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Segmented } from "@/components/ui/segmented";
import type { Diagnostic } from "@/lib/model/environment/diagnostic";
import { applyEdits } from "@/lib/model/environment/edit";
import { BranchMovedNotice } from "./branch-moved-notice";
import { CreateFileButton } from "./create-file-button";
import { EffectivePanel } from "./effective-panel";
import { EnvironmentForm } from "./environment-form";
import { useFilePath } from "./file-path";
import { LazyCodeEditor, LazyDiffView } from "./lazy-views";
import { LocationDialog } from "./location-dialog";
import { ProblemList, verdictText } from "./problem-list";
import { SaveDialog } from "./save-dialog";
import { draftName, type Source } from "./source";
import { templates } from "./templates";
import { type EnvironmentDocument, useDocument } from "./use-document";
import { WorkbenchHeader } from "./workbench-header";

interface WorkbenchProps {
  source: Source;
  /** The file on its branch, just loaded. */
  read: BranchFile | undefined;
  /** Used when neither branch nor draft has a text. */
  initialText: string;
  /** The same for a file that doesn't exist yet. */
  suggestion?: string | undefined;
  author: { name: string; email: string };
  canCommit: boolean;
  /** Shown below the header. */
  notice: ReactNode;
  onSaved: (branch: string, file: BranchFile) => void;
  onClose: () => void;
}

const views = [
  { value: "text", label: "Text" },
  { value: "form", label: "Form" },
  { value: "effective", label: "Effective" },
  { value: "diff", label: "Diff" },
] as const;
type View = (typeof views)[number]["value"];

export default function Workbench({
  source,
  read,
  initialText,
  suggestion,
  author,
  canCommit,
  notice,
  onSaved,
  onClose,
}: WorkbenchProps) {
  const filePath = useFilePath();
  const path = source.kind === "branch" ? source.path : filePath;
  const file = useDocument({
    name: draftName(source),
    path,
    base: read && { text: read.text, headSha: read.headSha },
    text: read?.text ?? suggestion ?? initialText,
    suggestion,
  });
  const { text, base, dirty } = file;
  const [view, setView] = useState<View>("form");
  const [reveal, setReveal] = useState<{ offset: number }>();
  const [dialog, setDialog] = useState<"commit" | "move">();
  // An earlier draft may be based on an outdated commit.
  const [theirs, setTheirs] = useState(() => (read && base && base.headSha !== read.headSha ? read : undefined));
  const committable = source.kind === "branch" && canCommit && base !== undefined;

  const show = ({ start }: Diagnostic) => {
    if (view !== "text" && window.matchMedia("(width < 64rem)").matches) setView("text");
    setReveal({ offset: start });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (committable && dirty) setDialog("commit");
  };
  const saved = ({ branch, headSha }: { branch: string; headSha: string }) => {
    file.setBase({ text, headSha });
    announce(`Committed to ${branch}`);
    onSaved(branch, { branch, headSha, text });
  };
  const onDialog = (open: boolean) => {
    if (!open) setDialog(undefined);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles a shortcut from the controls inside
    <div onKeyDown={onKeyDown} className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <WorkbenchHeader
        source={source}
        path={path}
        file={file}
        canCommit={canCommit}
        committable={committable}
        onCommit={() => setDialog("commit")}
        create={
          source.kind === "branch" && committable && base.text === undefined ? (
            <CreateFileButton location={source} file={file} author={author} onSaved={saved} onMoved={setTheirs} />
          ) : null
        }
        onMove={() => setDialog("move")}
        onClose={onClose}
      />
      {theirs ? <BranchMovedNotice file={file} theirs={theirs} onResolved={() => setTheirs(undefined)} /> : null}
      {notice}
      {base && base.text === undefined && (text === "" || text === suggestion) ? (
        <TemplateRow onChoose={file.setText} />
      ) : null}
      <VerdictBar file={file} canCommit={canCommit} view={view} onView={setView} />
      <div className={classNames("grid min-h-0 flex-1", view !== "text" && "lg:grid-cols-2")}>
        <div className={classNames("min-h-0 flex-col border-r", view === "text" ? "flex" : "hidden lg:flex")}>
          <TextPane file={file} reveal={reveal} onShow={show} />
        </div>
        {view === "text" ? null : <ViewPane view={view} source={source} file={file} />}
      </div>
      {source.kind === "loose" && dialog === "move" ? (
        <LocationDialog text={text} onOpenChange={onDialog} onMoved={file.clear} />
      ) : null}
      {source.kind === "branch" && dialog === "commit" ? (
        <SaveDialog
          onOpenChange={onDialog}
          location={source}
          file={file}
          author={author}
          onSaved={saved}
          onMoved={setTheirs}
        />
      ) : null}
    </div>
  );
}

/** Templates for a file that doesn't exist yet. */
function TemplateRow({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <span className="text-muted-foreground text-xs">Start from</span>
      {templates.map(({ name, text }) => (
        <Button key={name} size="small" onClick={() => onChoose(text)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

interface VerdictBarProps {
  file: EnvironmentDocument;
  canCommit: boolean;
  view: View;
  onView: (view: View) => void;
}

function VerdictBar({ file: { text, checked, stale }, canCommit, view, onView }: VerdictBarProps) {
  const empty = text.trim() === "";
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2">
      <p
        role="status"
        className={classNames(
          "font-medium text-sm",
          empty ? "text-muted-foreground" : checked.valid ? "text-success" : "text-danger",
        )}
      >
        {stale ? "Checking…" : verdictText(checked, empty)}
      </p>
      {canCommit ? null : <p className="flex-1 text-muted-foreground text-xs">You need the Operator role to commit.</p>}
      <Segmented label="View" value={view} options={views} onChange={onView} />
    </div>
  );
}

interface TextPaneProps {
  file: EnvironmentDocument;
  reveal: { offset: number } | undefined;
  onShow: (finding: Diagnostic) => void;
}

/** The text editor with the problems below it. */
function TextPane({ file, reveal, onShow }: TextPaneProps) {
  const { text, checked } = file;
  const fix = (finding: Diagnostic) => {
    if (finding.fix && !file.stale) file.setText(applyEdits(text, finding.fix.edits));
  };
  return (
    <>
      <div className="min-h-0 flex-1">
        <LazyCodeEditor text={text} onChange={file.setText} checked={checked} reveal={reveal} />
      </div>
      {checked.diagnostics.length > 0 ? (
        <section aria-label="Problems" className="max-h-[30%] overflow-auto border-t">
          <ProblemList checked={checked} onShow={onShow} onFix={fix} />
        </section>
      ) : null}
    </>
  );
}

interface ViewPaneProps {
  view: Exclude<View, "text">;
  source: Source;
  file: EnvironmentDocument;
}

/** The pane next to the text. */
function ViewPane({ view, source, file }: ViewPaneProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section aria-label={view} tabIndex={0} className="min-h-0 overflow-auto">
      {view === "form" ? <EnvironmentForm file={file} /> : null}
      {view === "effective" ? <EffectivePanel checked={file.checked} /> : null}
      {view === "diff" ? (
        file.dirty ? (
          <LazyDiffView
            label={source.kind === "branch" ? `Changes compared to ${source.branch}` : "New file"}
            before={file.base?.text ?? ""}
            after={file.text}
          />
        ) : (
          <p className="p-4 text-muted-foreground text-sm">No changes.</p>
        )
      ) : null}
    </section>
  );
}
