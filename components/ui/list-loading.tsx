import { PageHeader } from "./page-header";
import { SkeletonRows } from "./skeleton-rows";

/** A list with a filter bar before its code is loaded. */
export function ListLoading({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="h-[49px] border-b" />
      <div className="px-4">
        <SkeletonRows label={`Loading ${title.toLowerCase()}`} />
      </div>
    </>
  );
}
