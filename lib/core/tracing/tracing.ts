import type { Attributes, Span, TextMapSetter, Tracer } from "@opentelemetry/api";

/** OpenTelemetry, loaded only if an endpoint is set (`start-tracing.ts`). */
export interface Tracing {
  api: typeof import("@opentelemetry/api");
  tracer: Tracer;
}

/** Next.js bundles modules more than once, so the state is global. */
const holder = globalThis as { slipwayTracing?: Tracing };

export function setTracing(tracing: Tracing | undefined): void {
  if (tracing) holder.slipwayTracing = tracing;
  else delete holder.slipwayTracing;
}

interface SpanOptions {
  kind: "SERVER" | "CLIENT" | "INTERNAL";
  attributes?: Attributes;
  /** Starts a trace, or continues the one in these headers. Without it, there is a span only inside another one. */
  root?: Headers | true;
}

/** Starts a span. Returns `undefined` while tracing is off, or outside of a trace. The caller ends it with `failed`. */
function startSpan({ api, tracer }: Tracing, name: string, { kind, attributes = {}, root }: SpanOptions) {
  const active = api.context.active();
  if (!root && !api.trace.getSpan(active)) return undefined;
  const headers = root instanceof Headers ? root : undefined;
  const parent = headers
    ? api.propagation.extract(active, headers, { get: (from, key) => from.get(key) ?? undefined, keys: () => [] })
    : active;
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, parent);
  return { span, context: api.trace.setSpan(parent, span) };
}

/** Records only the type of an error: messages can contain data. */
function recordFailure({ api }: Tracing, span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** Runs `work` in a span, if tracing is on. Attributes must not contain secrets, query parameters or user content. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const tracing = holder.slipwayTracing;
  const started = tracing && startSpan(tracing, name, options);
  if (!started) return work();
  const { span, context } = started;
  try {
    return await tracing.api.context.with(context, work);
  } catch (error) {
    recordFailure(tracing, span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Whether there is a current span. */
export const isTraced = () => holder.slipwayTracing?.api.trace.getActiveSpan() !== undefined;

/** Adds to the current span, if there is one. */
export function describeSpan({ name, attributes = {} }: { name?: string; attributes?: Attributes }): void {
  const span = holder.slipwayTracing?.api.trace.getActiveSpan();
  if (name !== undefined) span?.updateName(name);
  span?.setAttributes(attributes);
}

/** Starts a span for work that ends with a callback. Returns the function that ends it, or `undefined` without a span. */
export function spanUntil(name: string, options: SpanOptions): ((error?: unknown) => void) | undefined {
  const tracing = holder.slipwayTracing;
  const started = tracing && startSpan(tracing, name, options);
  if (!started) return undefined;
  return (error) => {
    if (error) recordFailure(tracing, started.span, error);
    started.span.end();
  };
}

const setter: TextMapSetter<Headers> = { set: (headers, name, value) => headers.set(name, value) };

/** Adds the current trace to the headers of a request to the service. */
export function addTraceHeaders(headers: Headers): void {
  const { api } = holder.slipwayTracing ?? {};
  api?.propagation.inject(api.context.active(), headers, setter);
}
