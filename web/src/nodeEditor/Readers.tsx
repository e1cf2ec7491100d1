import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readersQuery } from '../api/nodes';
import type { NodeEditor } from './useNodeEditor';

interface ReadersProps {
  editor: NodeEditor;
  // What the sentence says after the number.
  one: string;
  many: string;
}

const mostNames = 8;

// Readers says which nodes read this one.
export function Readers({ editor, one, many }: ReadersProps) {
  const readers = useQuery(readersQuery(editor.key));
  if (readers.isError) return null;
  if (!readers.data) return <Text c="dimmed">Looking for nodes that read it …</Text>;
  if (readers.data.length === 0) return <Text c="dimmed">No node reads it.</Text>;
  const names = readers.data.map(({ name, locationName }) => `${locationName}.${name}`);
  const rest = names.length - mostNames;
  return (
    <Text>
      <strong>
        {names.length} {names.length === 1 ? one : many}:
      </strong>{' '}
      {names.slice(0, mostNames).join(', ')}
      {rest > 0 && ` and ${rest} more`}.
    </Text>
  );
}
