import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import type { NodeOption } from '../api/nodes';
import { Icon } from '../ui/Icon';
import table from '../ui/PlainTable.module.css';

type Row = Record<string, unknown>;

interface OptionTableProps {
  label: string;
  description?: string;
  disabled: boolean;
  columns: NodeOption[];
  value: unknown;
  onChange: (value: unknown) => void;
}

const name = (column: NodeOption) => column.attributeName ?? column.displayName ?? '';

// OptionTable edits an option with rows. A file stores them as {items: [...]}.
export function OptionTable({ label, description, disabled, columns, value, onChange }: OptionTableProps) {
  const items = (value as { items?: Row[] } | null)?.items ?? [];
  const rows = items.filter((row) => Object.keys(row).length > 0);
  const set = (next: Row[]) => onChange({ items: next.length > 0 ? next : [{}] });
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {rows.length > 0 && (
        <table aria-label={label} className={`${table.table} ${table.bordered}`}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={name(column)}>{column.displayName ?? column.attributeName}</th>
              ))}
              <th aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={name(column)}>
                    <TextInput
                      size="xs"
                      aria-label={`${column.displayName ?? name(column)}, row ${index + 1}`}
                      disabled={disabled}
                      value={cellOf(row[name(column)])}
                      onChange={(event) => set(rows.with(index, { ...row, [name(column)]: event.currentTarget.value }))}
                    />
                  </td>
                ))}
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Remove row ${index + 1} of ${label}`}
                    disabled={disabled}
                    onClick={() => set(rows.toSpliced(index, 1))}
                  >
                    <Icon name="trash" size={15} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        variant="default"
        size="compact-sm"
        w="fit-content"
        disabled={disabled}
        onClick={() => set([...rows, Object.fromEntries(columns.map((column) => [name(column), column.default ?? '']))])}
      >
        Add a row
      </Button>
    </Stack>
  );
}

const cellOf = (value: unknown): string => (value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
