import { describe, expect, it } from "vitest";
import { clientAddressReader, parseNetwork } from "./network";

describe("the client's address", () => {
  const clientOf = clientAddressReader(["10.0.0.0/8", "fd00::/8", "192.0.2.1"]);

  it.each([
    ["connected directly", "198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["behind a trusted proxy", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["behind a trusted proxy with an IPv4 address in IPv6", "::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["behind two trusted proxies", "192.0.2.1", "203.0.113.9, fd00::1", "203.0.113.9"],
    ["that forges an entry", "10.1.2.3", "127.0.0.1, 203.0.113.9", "203.0.113.9"],
    ["behind a proxy that sends nothing", "10.1.2.3", null, "10.1.2.3"],
    ["behind a proxy that sends no address", "10.1.2.3", "unknown", "10.1.2.3"],
  ])("of one %s", (_case, connected, forwardedFor, expected) => {
    expect(clientOf(connected, forwardedFor)).toBe(expected);
  });
});

it.each(["10.0.0.0/33", "10.0.0/8", "::/129", "host", "10.0.0.0/8/8", "10.0.0.0/"])("%s isn't a network", (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});
