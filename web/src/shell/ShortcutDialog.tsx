import { Anchor, Kbd, Stack, Switch, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../ui/Dialog';
import table from '../ui/PlainTable.module.css';
import classes from './ShortcutDialog.module.css';
import { type PageShortcut, areSingleKeysOn, setSingleKeys } from './shortcuts';

interface ShortcutDialogProps {
  opened: boolean;
  onClose: () => void;
  shortcuts: PageShortcut[];
}

const otherShortcuts = [
  { keys: ['Ctrl or ⌘', 'K'], label: 'Search for a page, project, environment or run' },
  { keys: ['/'], label: 'Focus the filter of the page' },
  { keys: ['J', 'K'], label: 'Runs and Deploy: the next or previous row' },
  { keys: ['[', ']'], label: 'Runs: the previous or next failure' },
  { keys: ['X'], label: 'Runs: select the row' },
  { keys: ['R'], label: 'Runs: re-run from failure' },
  { keys: ['D'], label: 'Deploy: deploy to the environment of the row' },
  { keys: ['R'], label: 'Deploy: run the environment of the row' },
  { keys: ['1', '…', '8'], label: 'Environment and run: open a tab' },
  { keys: ['E'], label: 'Runs: edit the selected node' },
  { keys: ['F8'], label: 'Node editor: the next problem' },
  { keys: ['Ctrl or ⌘', '.'], label: 'Node editor: apply the fix of a problem' },
  { keys: ['?'], label: 'Show the keyboard shortcuts' },
  { keys: ['Esc'], label: 'Close a dialog' },
];

// The dialog stores the previous focus when it changes to open, so it must not be open on its first render.
export default function ShortcutDialog({ opened, onClose, shortcuts }: ShortcutDialogProps) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const isMounted = useMounted();

  function change(on: boolean) {
    setSingleKeys(on);
    setOn(on);
  }

  return (
    <Dialog opened={opened && isMounted} onClose={onClose} title="Keyboard shortcuts">
      <Stack>
        <table className={table.table}>
          <tbody>
            {[...shortcuts, ...otherShortcuts].map(({ keys, label }) => (
              <tr key={label}>
                <th scope="row">
                  {label}
                </th>
                <td className={classes.keys}>
                  {keys.map((key) => (
                    <Kbd key={key} ml={4}>
                      {key}
                    </Kbd>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Switch
          label="Single-key shortcuts"
          description="If off, only shortcuts with Ctrl or ⌘ work."
          checked={isOn}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <Text size="sm">
          More help:{' '}
          <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/welcome" onClick={onClose} />}>
            first steps
          </Anchor>
          ,{' '}
          <Anchor size="sm" underline="always" href="/docs">
            documentation
          </Anchor>
          ,{' '}
          <Anchor size="sm" underline="always" href="/api-docs">
            reference of the API
          </Anchor>
          , and <code>millrace help</code> in a terminal.
        </Text>
      </Stack>
    </Dialog>
  );
}
