import { Kbd, Stack, Switch, Table } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { Dialog } from '../ui/Dialog';
import classes from './ShortcutSheet.module.css';
import { type PageShortcut, areSingleKeysOn, setSingleKeys } from './shortcuts';

interface ShortcutSheetProps {
  opened: boolean;
  onClose: () => void;
  shortcuts: PageShortcut[];
}

const otherShortcuts = [
  { keys: ['Ctrl or ⌘', 'K'], label: 'Search for a page, project or environment' },
  { keys: ['/'], label: 'Go to the filter of the page' },
  { keys: ['?'], label: 'Show this sheet' },
  { keys: ['Esc'], label: 'Close a dialog' },
];

// A dialog remembers where the focus was when it changes to open, which it would miss if it were open from the start.
export default function ShortcutSheet({ opened, onClose, shortcuts }: ShortcutSheetProps) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const isMounted = useMounted();

  function change(on: boolean) {
    setSingleKeys(on);
    setOn(on);
  }

  return (
    <Dialog opened={opened && isMounted} onClose={onClose} title="Keyboard shortcuts">
      <Stack>
        <Table>
          <Table.Tbody>
            {[...shortcuts, ...otherShortcuts].map(({ keys, label }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td align="right" className={classes.keys}>
                  {keys.map((key) => (
                    <Kbd key={key} ml={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label="Shortcuts of single keys"
          description="Off leaves only those with Ctrl or ⌘."
          checked={isOn}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
