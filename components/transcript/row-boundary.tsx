"use client";

import { Component, type ReactNode } from "react";
import { rowText } from "@/lib/model/transcript/row-text";
import type { Row } from "@/lib/model/transcript/state";

interface RowBoundaryProps {
  row: Row;
  children: ReactNode;
}

interface State {
  row: Row;
  failed: boolean;
}

const maxLength = 20_000;

/** Shows a row as plain text if rendering it throws, for example because of deeply nested Markdown. */
export class RowBoundary extends Component<RowBoundaryProps, State> {
  override state: State = { row: this.props.row, failed: false };

  /** Tries again when the row has changed. */
  static getDerivedStateFromProps({ row }: RowBoundaryProps, state: State): State | null {
    return state.row === row ? null : { row, failed: false };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override render(): ReactNode {
    const { row, children } = this.props;
    if (!this.state.failed) return children;
    const text = rowText(row);
    return (
      <div className="rounded-md border bg-code px-3 py-2 text-xs">
        <p className="text-muted-foreground">Couldn't render this event. Raw text:</p>
        <pre className="max-h-120 overflow-auto whitespace-pre-wrap break-words font-mono">
          {text.slice(0, maxLength)}
        </pre>
      </div>
    );
  }
}
