import { SkeletonRows } from "./skeleton-rows";

/** The filter bar and the rows of a list before its code is loaded. */
export function ListLoading({ label }: { label: string }) {
  return (
    <>
      <div className="h-[49px] border-b" />
      <div className="px-4">
        <SkeletonRows label={label} />
      </div>
    </>
  );
}
