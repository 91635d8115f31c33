import { expect, it } from "vitest";
import { gitReason } from "./remote";

it("git's error messages omit the machine's folders and keep URLs", () => {
  const stderr = `Cloning into '/srv/slipway/data/workspaces/a/orders'...
fatal: could not create work tree dir '/srv/slipway/data/workspaces/a/orders': No space left on device
fatal: unable to access 'https://git.example/team/orders.git/': 503`;
  expect(gitReason(stderr)).toBe(
    "Cloning into '…/orders'...; could not create work tree dir '…/orders': No space left on device; " +
      "unable to access 'https://git.example/team/orders.git/': 503",
  );
});
