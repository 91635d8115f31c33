import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { QueueEvent } from "@/lib/model/queue/queue-view";
import type { QueueRows } from "./queue-changes";
import { type QueueRow, toQueueRow } from "./queue-row";

/**
 * The watcher's copy of the queue: the watched list, plus lists of the repositories it doesn't include. Updated in
 * place, because a burst of events must not copy ten thousand rows for each event.
 */
export class QueueCache {
  #watched = new Map<string, QueueRow>();
  readonly #ofRepositories = new Map<string, Map<string, QueueRow>>();

  /** Replaces the watched list, or that of `repository`, with a complete list; earlier events no longer count. */
  list(requests: readonly PendingRequest[], now: number, repository?: string): void {
    const rows = new Map(requests.map((request) => [request.id, toQueueRow(request, now)]));
    if (repository === undefined) this.#watched = rows;
    else this.#ofRepositories.set(repository, rows);
  }

  /** Drops the lists of all other repositories. */
  retainRepositories(repositories: readonly string[]): void {
    for (const name of this.#ofRepositories.keys()) {
      if (!repositories.includes(name)) this.#ofRepositories.delete(name);
    }
  }

  /** Applies an event of the watch (specification, section 6). It overrides what older lists say about the request. */
  apply({ event, data }: QueueEvent, now: number): void {
    for (const rows of this.#ofRepositories.values()) rows.delete(data.id);
    if (event === "created" || event === "claimed_offline") this.#watched.set(data.id, toQueueRow(data, now));
    else this.#watched.delete(data.id);
  }

  /** Every waiting request by id. */
  all(): QueueRows {
    const all = new Map<string, QueueRow>();
    for (const rows of [...this.#ofRepositories.values(), this.#watched]) {
      for (const [id, row] of rows) all.set(id, row);
    }
    return all;
  }
}
