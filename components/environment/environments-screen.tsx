"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { usePageRouter } from "@/components/ui/use-page-router";
import { parseRepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { useFilePath } from "./file-path";
import { EditorLoading } from "./lazy-views";
import { LoadingFile } from "./loading-file";
import { OpenPanel } from "./open-panel";
import { locationText } from "./source";

/** Loaded only when a file is open. */
const BranchFileScreen = browserOnly(() => import("./branch-file-screen"), LoadingFile);
const LazyWorkbench = browserOnly(() => import("./workbench"), EditorLoading);

interface EnvironmentsScreenProps {
  author: { name: string; email: string };
  canCommit: boolean;
}

/** The editor of environment files. The URL names the open file. */
export function EnvironmentsScreen(props: EnvironmentsScreenProps) {
  const query = useSearchParams();
  const router = usePageRouter();
  const filePath = useFilePath();
  const [initialText, setInitialText] = useState("");
  const repository = parseRepositoryName(query.get("repo") ?? "");
  if (repository) {
    const location = { repository, branch: query.get("branch") ?? "", path: query.get("path") || filePath };
    return <BranchFileScreen key={locationText(location)} location={location} initialText={initialText} {...props} />;
  }
  if (query.get("file") === "new") {
    return (
      <LazyWorkbench
        key={initialText}
        source={{ kind: "loose" }}
        read={undefined}
        initialText={initialText}
        author={props.author}
        canCommit={props.canCommit}
        notice={null}
        onSaved={() => undefined}
        onClose={() => router.push(paths.environments())}
      />
    );
  }
  return (
    <OpenPanel
      onCreate={(text) => {
        setInitialText(text);
        router.push(paths.looseEnvironment());
      }}
    />
  );
}
