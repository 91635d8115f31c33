import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { TestReport } from "./test-report.mjs";

const fileOf = (test) => relative(process.cwd(), test.location.file);
const nameOf = (test) => `${fileOf(test)}:${test.location.line} ${test.titlePath().slice(3).join(" ")}`;
const messageOf = (error) => stripVTControlCharacters(error?.message ?? error?.value ?? "");

/** Playwright reporter: writes a {@link TestReport}. */
export default class PlaywrightReporter {
  #report = new TestReport();

  printsToStdio() {
    return false;
  }

  onTestBegin(test) {
    this.#report.started(test.id, nameOf(test));
  }

  onTestEnd(test, { status, retry, duration, errors }) {
    this.#report.took(fileOf(test), duration);
    const outcome = test.outcome();
    if (status === "interrupted" || (outcome === "unexpected" && retry < test.retries)) return;
    const state = outcome === "unexpected" ? "failed" : outcome === "skipped" ? "skipped" : "passed";
    const first = errors[0] ?? test.results[0]?.errors[0];
    this.#report.ended(test.id, { name: nameOf(test), state, isFlaky: outcome === "flaky", error: messageOf(first) });
  }

  /** Failures outside a test. */
  onError(error) {
    this.#report.failed("outside a test", messageOf(error));
  }

  onEnd() {
    this.#report.write();
  }
}
