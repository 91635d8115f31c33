import { randomInt } from "node:crypto";
import { freePort } from "@/lib/core/settings/free-port";

/**
 * A free port on loopback for a program that starts later. Below those that systems choose for outgoing connections (32768 and
 * higher on Linux), so that no connection takes it meanwhile.
 */
export const testPort = () => freePort("127.0.0.1", randomInt(15_000, 30_000));
