import { stripVTControlCharacters } from "node:util";
import { TestReport } from "./test-report.mjs";

const nameOf = (test) => `${test.module.relativeModuleId} > ${test.fullName}`;
const messageOf = (error) => stripVTControlCharacters(error?.message ?? "");

/** Vitest reporter: writes a {@link TestReport}. */
export default class VitestReporter {
  #report = new TestReport();

  onTestCaseReady(test) {
    this.#report.started(test.id, nameOf(test));
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    const isFlaky = test.diagnostic()?.flaky ?? false;
    this.#report.ended(test.id, { name: nameOf(test), state, isFlaky, error: messageOf(errors?.[0]) });
  }

  /** Records files that can't be imported and hooks that fail, because their tests don't run. */
  onTestModuleEnd(module) {
    for (const each of [module, ...module.children.allSuites()]) {
      for (const error of each.errors()) this.#report.failed(module.relativeModuleId, messageOf(error));
    }
    const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    const ms = environmentSetupDuration + setupDuration + collectDuration + duration;
    this.#report.took(module.relativeModuleId, ms);
  }

  onTestRunEnd(_, unhandledErrors) {
    for (const error of unhandledErrors) this.#report.failed("outside a test", messageOf(error));
    this.#report.write();
  }
}
