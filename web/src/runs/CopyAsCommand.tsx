import { CopyButton } from '../ui/CopyButton';

// CopyAsCommand copies the command that shows the same in a terminal.
export function CopyAsCommand({ command }: { command: string }) {
  return <CopyButton label="Copy as command" icon="terminal" text={command} />;
}
