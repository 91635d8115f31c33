import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { QueueEvent } from "@/lib/contract/pools/queue-view";
import type { QueueRows } from "./queue-changes";
import { type QueueRow, rowOf } from "./queue-row";

/**
 * The queue as its one watcher knows it: the list that is watched, and the lists of the repositories that the watched one
 * leaves out. It changes in place, because a burst of events must not copy ten thousand rows for each.
 */
export class KnownQueue {
  #watched = new Map<string, QueueRow>();
  readonly #ofRepositories = new Map<string, Map<string, QueueRow>>();

  /** A complete list replaces what was known of its part, whatever events said; `repository` is that of the list's filter. */
  list(requests: readonly PendingRequest[], now: number, repository?: string): void {
    const rows = new Map(requests.map((request) => [request.id, rowOf(request, now)]));
    if (repository === undefined) this.#watched = rows;
    else this.#ofRepositories.set(repository, rows);
  }

  /** Forgets the lists of all other repositories. */
  keepRepositories(repositories: readonly string[]): void {
    for (const name of this.#ofRepositories.keys()) {
      if (!repositories.includes(name)) this.#ofRepositories.delete(name);
    }
  }

  /** An event of the watch (specification, section 6). What it tells of is no longer what an older list says. */
  apply({ event, data }: QueueEvent, now: number): void {
    for (const rows of this.#ofRepositories.values()) rows.delete(data.id);
    if (event === "created" || event === "claimed_offline") this.#watched.set(data.id, rowOf(data, now));
    else this.#watched.delete(data.id);
  }

  /** Everything that waits, by id. */
  all(): QueueRows {
    const all = new Map<string, QueueRow>();
    for (const rows of [...this.#ofRepositories.values(), this.#watched]) {
      for (const [id, row] of rows) all.set(id, row);
    }
    return all;
  }
}
