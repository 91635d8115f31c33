"use client";

import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Meter } from "@/components/ui/meter";
import { Segmented } from "@/components/ui/segmented";
import { Textarea } from "@/components/ui/textarea";
import type { LaunchMcpServer } from "@/lib/contract/dashboard/launch-fields";
import { mcpServerRow } from "./empty-fields";
import { clientSecretKey, toMcpOAuth } from "./launch-body";
import { FormGroup, LaunchField, useLaunchForm } from "./launch-context";
import { AddRow, RemoveRow } from "./row-actions";
import { SecretRows } from "./secret-rows";

const ConnectServerField = lazyPart(() => import("@/components/mcp/connect-server-field"));

const maxServers = 50;
const codeInput = { className: "font-mono", autoCapitalize: "none", spellCheck: false } as const;

export function McpServersSection() {
  const { fields, change } = useLaunchForm();
  const { mcpServers } = fields;
  return (
    <FormGroup
      title="MCP servers"
      at="mcpServers"
      aside={<Meter value={mcpServers.length} max={maxServers} />}
      hint="Tool servers for this agent only. Commands run where the agent runs; the service calls remote servers."
    >
      {mcpServers.map((server, index) => (
        <McpServer
          key={server.id}
          server={server}
          number={index + 1}
          onChange={(changes) =>
            change({ mcpServers: mcpServers.map((each) => (each.id === server.id ? { ...each, ...changes } : each)) })
          }
          onRemove={() => change({ mcpServers: mcpServers.filter(({ id }) => id !== server.id) })}
        />
      ))}
      <AddRow
        what="MCP server"
        count={mcpServers.length}
        max={maxServers}
        onAdd={(id) => change({ mcpServers: [...mcpServers, mcpServerRow(id)] })}
      />
    </FormGroup>
  );
}

interface McpServerProps {
  server: LaunchMcpServer;
  number: number;
  onChange: (changes: Partial<LaunchMcpServer>) => void;
  onRemove: () => void;
}

function McpServer({ server, number, onChange, onRemove }: McpServerProps) {
  const { id, name, type } = server;
  return (
    <div data-row={id} className="space-y-3 rounded-md border p-3">
      <div className="flex items-end gap-2">
        <LaunchField at={`${id}.name`} label={`MCP server ${number} name`} className="min-w-0 flex-1">
          {(control) => (
            <Input
              {...control}
              {...codeInput}
              value={name}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          )}
        </LaunchField>
        <RemoveRow what={name || `MCP server ${number}`} of="MCP server" onRemove={onRemove} />
      </div>
      <Segmented
        label="Transport"
        value={type}
        options={[
          { value: "http", label: "HTTP" },
          { value: "sse", label: "SSE" },
          { value: "stdio", label: "Command" },
        ]}
        onChange={(next) => onChange({ type: next })}
      />
      {type === "stdio" ? (
        <CommandFields server={server} onChange={onChange} />
      ) : (
        <RemoteFields server={server} onChange={onChange} />
      )}
    </div>
  );
}

type ServerFieldsProps = Pick<McpServerProps, "server" | "onChange">;

function CommandFields({ server: { id, command, args, env }, onChange }: ServerFieldsProps) {
  return (
    <>
      <LaunchField at={`${id}.command`} label="Command">
        {(control) => (
          <Input
            {...control}
            {...codeInput}
            value={command}
            placeholder="npx"
            onChange={({ target }) => onChange({ command: target.value })}
          />
        )}
      </LaunchField>
      <LaunchField
        at={`${id}.args`}
        label="Arguments"
        optional
        hint="One per line. Saved in drafts, so don't include secrets."
      >
        {(control) => (
          <Textarea
            {...control}
            value={args}
            onChange={({ target }) => onChange({ args: target.value })}
            className="min-h-9 font-mono"
            spellCheck={false}
          />
        )}
      </LaunchField>
      <SecretRows what="environment variable" rows={env} onChange={(next) => onChange({ env: next })} max={50} />
    </>
  );
}

function RemoteFields({ server, onChange }: ServerFieldsProps) {
  const { id, url, access, headers } = server;
  return (
    <>
      <LaunchField at={`${id}.url`} label="URL" hint="http or https, without a username or password.">
        {(control) => (
          <Input
            {...control}
            {...codeInput}
            value={url}
            placeholder="https://"
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </LaunchField>
      <Segmented
        label="Authentication"
        value={access}
        options={[
          { value: "none", label: "None" },
          { value: "headers", label: "Headers" },
          { value: "oauth", label: "OAuth" },
        ]}
        onChange={(next) => onChange({ access: next })}
      />
      {access === "headers" ? (
        <SecretRows what="header" rows={headers} onChange={(next) => onChange({ headers: next })} max={50} />
      ) : null}
      {access === "oauth" ? <OAuthFields server={server} onChange={onChange} /> : null}
    </>
  );
}

function OAuthFields({ server, onChange }: ServerFieldsProps) {
  const { secretOf, setSecret } = useLaunchForm();
  const { id, url, clientId, scopes } = server;
  const secretKey = clientSecretKey(id);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <LaunchField at={`${id}.clientId`} label="Client ID" optional>
          {(control) => (
            <Input
              {...control}
              {...codeInput}
              value={clientId}
              onChange={({ target }) => onChange({ clientId: target.value })}
            />
          )}
        </LaunchField>
        <LaunchField at={`${id}.clientSecret`} label="Client secret" optional>
          {(control) => (
            <Input
              {...control}
              {...codeInput}
              type="password"
              autoComplete="new-password"
              placeholder="Write-only"
              value={secretOf(secretKey)}
              onChange={({ target }) => setSecret(secretKey, target.value)}
            />
          )}
        </LaunchField>
        <LaunchField at={`${id}.scopes`} label="Scopes" optional>
          {(control) => (
            <Input
              {...control}
              {...codeInput}
              value={scopes}
              placeholder="read write"
              onChange={({ target }) => onChange({ scopes: target.value })}
            />
          )}
        </LaunchField>
      </div>
      <ConnectServerField url={url.trim()} auth={toMcpOAuth(server, secretOf(secretKey))} />
    </>
  );
}
