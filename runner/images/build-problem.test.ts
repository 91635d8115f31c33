import { expect, it } from "vitest";
import { buildProblem } from "./build-problem";

it("only patched podman without root builds Dockerfiles", () => {
  const versions = ["3.4.4", "4.9.4", "5.0.1", "5.2.5", "5.3.1", "5.3.2-rc1", "5.3.2", "5.4", "5.10.0", "6.0.0"];
  expect(versions.filter((version) => buildProblem(version, 1000) === undefined)).toEqual([
    "5.3.2-rc1",
    "5.3.2",
    "5.4",
    "5.10.0",
    "6.0.0",
  ]);
  expect(buildProblem("4.3.1", 1000)).toMatch(
    /^podman 4\.3\.1 is older than 5\.3\.2: .*CVE-2024-1753.* Update podman$/,
  );
  expect(buildProblem("5.4.2", 0)).toMatch(/^podman has root privileges here/);
});
