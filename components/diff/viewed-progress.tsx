import { Button } from "@/components/ui/button";

interface ViewedFiles {
  has: (path: string) => boolean;
  set: (path: string, viewed: boolean) => void;
}

/** How many of the files were viewed, and the way back to none. */
export function ViewedProgress({ paths, viewed }: { paths: readonly string[]; viewed: ViewedFiles }) {
  const seen = paths.filter((path) => viewed.has(path));
  return (
    <p className="flex items-center gap-3 text-muted-foreground text-xs">
      <span>
        {seen.length} of {paths.length} files viewed
      </span>
      {seen.length > 0 ? (
        <Button size="small" variant="quiet" onClick={() => seen.map((path) => viewed.set(path, false))}>
          Mark none
        </Button>
      ) : null}
    </p>
  );
}
