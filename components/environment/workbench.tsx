"use client";

import { Download, GitCommitHorizontal, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { BranchFile } from "@/components/environment/environment-file";
import { announce } from "@/components/ui/announcer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import type { Diagnostic } from "@/lib/model/environment/diagnostic";
import { applyEdits } from "@/lib/model/environment/edit";
import { EffectivePanel } from "./effective-panel";
import { EnvironmentForm } from "./environment-form";
import { useFilePath } from "./file-path";
import { LazyCodeEditor, LazyDiffView } from "./lazy-views";
import { PlaceDialog } from "./location-dialog";
import { MovedNotice } from "./moved-notice";
import { ProblemList, verdictText } from "./problem-list";
import { SaveDialog } from "./save-dialog";
import { draftName, type Source } from "./source";
import { TemplateRow } from "./template-row";
import { useDocument } from "./use-document";

interface WorkbenchProps {
  source: Source;
  /** The file on its branch as it was just read. */
  read: BranchFile | undefined;
  /** Text to begin with where neither branch nor draft has one. */
  begin: string;
  author: { name: string; email: string };
  mayCommit: boolean;
  /** Stands below the header. */
  notice: ReactNode;
  onSaved: (branch: string, file: BranchFile) => void;
  onClose: () => void;
}

type View = "text" | "form" | "effective" | "diff";

export function Workbench({ source, read, begin, author, mayCommit, notice, onSaved, onClose }: WorkbenchProps) {
  const filePath = useFilePath();
  const path = source.kind === "branch" ? source.path : filePath;
  const file = useDocument({
    name: draftName(source),
    path,
    base: read && { text: read.text, headSha: read.headSha },
    text: read?.text ?? begin,
  });
  const { checked, text, base, dirty } = file;
  const [view, setView] = useState<View>("form");
  const [reveal, setReveal] = useState<{ offset: number }>();
  const [saving, setSaving] = useState(false);
  const [placing, setPlacing] = useState(false);
  // A draft of an earlier visit may stand on a commit the branch has left since.
  const [theirs, setTheirs] = useState(() => (read && base && base.headSha !== read.headSha ? read : undefined));
  const committable = source.kind === "branch" && mayCommit && base !== undefined;

  const show = ({ start }: Diagnostic) => {
    if (view !== "text" && window.matchMedia("(width < 64rem)").matches) setView("text");
    setReveal({ offset: start });
  };
  const fix = (finding: Diagnostic) => {
    if (finding.fix && !file.behind) file.setText(applyEdits(text, finding.fix.edits));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (committable && dirty) setSaving(true);
  };
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = path.split("/").at(-1) ?? "environment.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const title = source.kind === "branch" ? `${source.repository.ownerSlug}/${source.repository.repoName}` : "New file";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to a chord from the controls inside
    <div onKeyDown={onKeyDown} className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <PageHeader
        title={title}
        detail={
          <span className="flex flex-wrap items-center gap-2">
            {source.kind === "branch" ? (
              <code className="break-all font-mono text-xs">
                {source.branch}:{source.path}
              </code>
            ) : null}
            {dirty ? (
              <Badge tone="info">{file.kept ? "Unsaved, kept here" : "Unsaved, too large to keep"}</Badge>
            ) : null}
          </span>
        }
        actions={
          <>
            <Button variant="quiet" size="icon" aria-label="Download" onClick={download}>
              <Download aria-hidden />
            </Button>
            <Button variant="quiet" size="icon" aria-label="Close the file" onClick={onClose}>
              <X aria-hidden />
            </Button>
            {source.kind === "branch" ? (
              <Button
                variant="primary"
                disabled={!committable || !dirty || file.behind}
                onClick={() => setSaving(true)}
              >
                <GitCommitHorizontal aria-hidden />
                Commit…
              </Button>
            ) : mayCommit ? (
              <Button disabled={text === ""} onClick={() => setPlacing(true)}>
                Put it in a repository…
              </Button>
            ) : null}
          </>
        }
      />
      {theirs ? <MovedNotice file={file} theirs={theirs} onResolved={() => setTheirs(undefined)} /> : null}
      {notice}
      {base && base.text === undefined && text === "" ? <TemplateRow onChoose={file.setText} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2">
        <p role="status" className={classNames("font-medium text-sm", checked.valid ? "text-success" : "text-danger")}>
          {file.behind ? "Checking…" : verdictText(checked)}
        </p>
        {mayCommit ? null : (
          <p className="flex-1 text-muted-foreground text-xs">
            Your role may look and try, but not commit. Ask an admin.
          </p>
        )}
        <Segmented
          label="View"
          value={view}
          options={[
            { value: "text", label: "Text" },
            { value: "form", label: "Form" },
            { value: "effective", label: "Effective" },
            { value: "diff", label: "Diff" },
          ]}
          onChange={setView}
        />
      </div>
      <div className={classNames("grid min-h-0 flex-1", view !== "text" && "lg:grid-cols-2")}>
        <div className={classNames("min-h-0 flex-col border-r", view === "text" ? "flex" : "hidden lg:flex")}>
          <div className="min-h-0 flex-1">
            <LazyCodeEditor text={text} onChange={file.setText} checked={checked} reveal={reveal} readOnly={false} />
          </div>
          {checked.diagnostics.length > 0 ? (
            <section aria-label="Problems" className="max-h-[30%] overflow-auto border-t">
              <ProblemList checked={checked} onShow={show} onFix={fix} />
            </section>
          ) : null}
        </div>
        {view === "text" ? null : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section aria-label={view} tabIndex={0} className="min-h-0 overflow-auto">
            {view === "form" ? <EnvironmentForm file={file} readOnly={false} /> : null}
            {view === "effective" ? <EffectivePanel checked={checked} /> : null}
            {view === "diff" ? (
              dirty ? (
                <LazyDiffView
                  label={source.kind === "branch" ? `Changes against ${source.branch}` : "The whole file"}
                  before={base?.text ?? ""}
                  after={text}
                />
              ) : (
                <p className="p-4 text-muted-foreground text-sm">The text is the same as on the branch.</p>
              )
            ) : null}
          </section>
        )}
      </div>
      {source.kind === "loose" && placing ? (
        <PlaceDialog text={text} onOpenChange={setPlacing} onPlaced={file.clear} />
      ) : null}
      {source.kind === "branch" && saving ? (
        <SaveDialog
          open
          onOpenChange={setSaving}
          place={source}
          file={file}
          author={author}
          onSaved={({ branch, headSha }) => {
            file.setBase({ text, headSha });
            announce(`Committed to ${branch}`);
            onSaved(branch, { branch, headSha, text });
          }}
          onMoved={setTheirs}
        />
      ) : null}
    </div>
  );
}
