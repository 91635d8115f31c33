import { writeFileSync } from "node:fs";

/** A test that failed, or that passed only when it was repeated: its name and the first line of its error. */
const entry = (name, error) => ({
  name,
  error: String(error ?? "")
    .split("\n", 1)[0]
    .slice(0, 200),
});

/**
 * The results of a test runner. Its process writes them to REPORT_FILE at the end, and also when it is stopped with SIGTERM,
 * after printing the tests that are running.
 */
export class TestReport {
  #running = new Map();
  #results = { passed: 0, failed: [], flaky: [], titles: [], skippedTitles: [], files: {}, running: [] };

  constructor() {
    process.once("SIGTERM", () => {
      this.write();
      console.log(`\nTests that were running:\n${this.#results.running.map((name) => `  ${name}`).join("\n")}`);
      process.exit(1);
    });
  }

  started(id, name) {
    this.#running.set(id, name);
  }

  /** `state`: passed, skipped or failed. `isFlaky`: passed when it was repeated after `error`. */
  ended(id, { name, state, isFlaky = false, error }) {
    this.#running.delete(id);
    if (state === "failed") return this.failed(name, error);
    if (state === "skipped") {
      this.#results.skippedTitles.push(name);
      return;
    }
    this.#results.passed += 1;
    this.#results.titles.push(name);
    if (isFlaky) this.#results.flaky.push(entry(name, error));
  }

  /** A failed test, or a failure outside a test. */
  failed(name, error) {
    this.#results.titles.push(name);
    this.#results.failed.push(entry(name, error));
  }

  /** Adds to the duration of a test file. */
  took(file, ms) {
    this.#results.files[file] = (this.#results.files[file] ?? 0) + ms;
  }

  write() {
    this.#results.running = [...this.#running.values()];
    writeFileSync(process.env.REPORT_FILE, JSON.stringify(this.#results));
  }
}
