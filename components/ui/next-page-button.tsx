import { Button } from "./button";

interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads the next page of each list that has one. Renders nothing when all are complete. */
export function NextPageButton({ of }: { of: PagedQuery | readonly PagedQuery[] }) {
  const incomplete = [of].flat().filter(({ hasNextPage }) => hasNextPage);
  if (incomplete.length === 0) return null;
  const isLoading = incomplete.some(({ isFetchingNextPage }) => isFetchingNextPage);
  return (
    <Button disabled={isLoading} onClick={() => Promise.all(incomplete.map((query) => query.fetchNextPage()))}>
      {isLoading ? "Loading…" : "Show more"}
    </Button>
  );
}
