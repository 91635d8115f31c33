import { writeFileSync } from "node:fs";

/** Vitest reporter: writes the duration of each test file in milliseconds, including imports, to FILE_TIMES as JSON. */
export default class FileTimesReporter {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
      return [module.relativeModuleId, environmentSetupDuration + setupDuration + collectDuration + duration];
    });
    writeFileSync(process.env.FILE_TIMES, JSON.stringify(times));
  }
}
