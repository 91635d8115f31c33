"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { CallFailure } from "@/components/ui/call-failure";
import { LoadState } from "@/components/ui/load-state";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import { counted } from "@/lib/model/plural";
import { FilesBody } from "./files-body";
import { versionsDiffQuery } from "./interdiff-queries";
import { OneCommit } from "./one-commit";
import { RangeDiff } from "./range-diff";
import { StackChanges } from "./stack-changes";
import { useAllFiles } from "./use-all-files";
import { type ReviewedPull, useReview } from "./use-review";
import { useMarkSeen, useVersions } from "./use-versions";
import { viewedQuery } from "./use-viewed";
import { VersionPicker } from "./version-picker";
import { areVersionsKnown, formatVersionRange, parseVersionRange, type Version } from "./versions";

/** The changed files of all commits, of the one in the URL, or of the stack up to this pull request. */
export default function PullFiles(props: ReviewedPull) {
  const url = useUrlState();
  const sha = url.get("commit");
  if (sha) return <OneCommit {...props} sha={sha} />;
  return url.get("layers") === "all" ? <StackChanges {...props} /> : <AllCommits {...props} />;
}

/** How two versions are compared. */
const comparisons = [
  { value: "", label: "Files" },
  { value: "commits", label: "Commits" },
] as const;

/** The changed files: since the user's last review if there is one, otherwise of the whole latest version. */
function AllCommits(props: ReviewedPull) {
  const { name, pull, me } = props;
  const url = useUrlState();
  const { versions, reviewed, seen, areReviewsKnown, isComplete } = useVersions(name, pull, me.email);
  // Viewed files are folded, so lines would move if the marks arrived later.
  const { isFetched: areMarksKnown } = useQuery(viewedQuery(pull.id));
  // The open version stays until the user selects a newer one.
  const [opened, setOpened] = useState<Version>(pull.version);
  const requested = url.get("versions");
  const range = parseVersionRange(requested, versions, opened, url.get("at") ? undefined : reviewed);
  const isRangeKnown = requested === "" ? areReviewsKnown : isComplete || areVersionsKnown(requested, versions);
  const isShown = areMarksKnown && isRangeKnown;
  useMarkSeen(pull.id, range.to, isShown);
  const newer =
    Number(pull.version.number) > Number(range.to.number) && range.to.number === opened.number
      ? pull.version
      : undefined;
  const choose = (next: string) => {
    setOpened(pull.version);
    url.set({ at: "", versions: next });
  };
  const { review, onReview } = useReview(props, range.to.number);
  const shown = { ...props, version: range.to, review, onReview };
  const comparison = comparisons.find(({ value }) => value === url.get("compare"))?.value ?? "";
  return (
    <section aria-label="Files" className="flex h-full flex-col gap-2">
      <VersionPicker
        versions={versions}
        range={range}
        reviewed={reviewed}
        seen={seen}
        newer={newer}
        onChange={choose}
      />
      {range.from ? (
        <Segmented
          label="Compare"
          value={comparison}
          options={comparisons}
          onChange={(value) =>
            url.set({ compare: value, at: "", versions: formatVersionRange(range.from?.number ?? "", range.to.number) })
          }
        />
      ) : null}
      {!isShown ? (
        <SkeletonRows label="Loading changed files" />
      ) : range.from && comparison === "commits" ? (
        <>
          <div className="flex justify-end">{review}</div>
          <RangeDiff name={name} from={range.from} to={range.to} />
        </>
      ) : range.from ? (
        <BetweenVersions key={`${range.from.number} ${range.to.number}`} {...shown} from={range.from} />
      ) : (
        <WholeVersion key={range.to.number} {...shown} />
      )}
    </section>
  );
}

interface VersionProps extends ReviewedPull {
  version: Version;
  /** The button that opens the review form. */
  review: ReactNode;
  onReview: () => void;
}

function WholeVersion(props: VersionProps) {
  const { name, pull, version } = props;
  const latest = version.number === pull.version.number;
  const { files, error, isPending, complete, retry } = useAllFiles(name, version, latest);
  const load = useFileTexts(name, { base: version.baseSha, head: version.headSha });
  const all = latest ? ` of ${pull.changedFiles}` : "";
  return (
    <>
      {error ? (
        <CallFailure error={error} onRetry={retry}>
          {files.length > 0 ? `Only ${files.length}${all} files could be loaded.` : "Couldn't load the changed files."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading changed files" /> : null}
      {files.length > 0 || complete ? (
        <FilesBody
          {...props}
          files={files}
          complete={complete}
          commits={version}
          scope="version"
          load={load}
          summary={
            complete
              ? `${counted(files.length, "file")} in version ${version.number}`
              : `${files.length}${all} files, loading…`
          }
        />
      ) : null}
    </>
  );
}

function BetweenVersions(props: VersionProps & { from: Version }) {
  const { name, from, version } = props;
  const query = useQuery(versionsDiffQuery(name, from, version));
  const { data } = query;
  return (
    <>
      <LoadState query={query} failed="Couldn't compare the two versions." loading="Comparing versions" />
      {data && data.unrebased.length > 0 ? (
        <p role="status" className="text-sm text-warning">
          The older changes to {data.unrebased.join(", ")} conflict with the new base, so changes from the base are
          included.
        </p>
      ) : null}
      {data && data.unread.length > 0 ? (
        <p role="status" className="text-sm text-warning">
          Couldn't compare {data.unread.join(", ")}: binary or too large.
        </p>
      ) : null}
      {data ? (
        <FilesBody
          {...props}
          files={data.files}
          complete
          commits={props.version}
          scope="between"
          summary={`${counted(data.files.length, "file")} changed from version ${from.number} to ${version.number}, excluding rebases`}
        />
      ) : null}
    </>
  );
}
