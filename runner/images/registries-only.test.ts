import { expect, it } from "vitest";
import { registriesOnly } from "./registries-only";

const accept = [{ type: "insecureAcceptAnything" }];
const signed = [{ type: "signedBy", keyType: "GPGKeys", keyPath: "/keys" }];
const policy = (own?: object) => JSON.parse(registriesOnly(own && JSON.stringify(own)));

it("images come from registries and podman's storage only", () => {
  const storage = { "containers-storage": { "": accept } };
  expect(policy()).toEqual({ default: [{ type: "reject" }], transports: { docker: { "": accept }, ...storage } });
});

it("what podman's own policy requires of registries remains", () => {
  const own = {
    default: [{ type: "reject" }],
    transports: { docker: { "registry.test": signed }, "docker-archive": { "": accept } },
  };
  expect(policy(own)).toEqual({
    default: [{ type: "reject" }],
    transports: {
      docker: { "": [{ type: "reject" }], "registry.test": signed },
      "containers-storage": { "": accept },
    },
  });
  expect(() => registriesOnly("{}")).toThrow();
});
