import { useState } from 'react';
import type { CatalogLocation } from '../api/sources';
import { Dialog } from '../ui/Dialog';
import { AddSources } from './AddSources';

interface AddSourcesDialogProps {
  workspaceID: string;
  opened: boolean;
  onClose: () => void;
}

// AddSourcesDialog is AddSources on top of another page.
export function AddSourcesDialog({ workspaceID, opened, onClose }: AddSourcesDialogProps) {
  const [at, setAt] = useState<CatalogLocation>({});
  const [filter, setFilter] = useState<string>();
  const open = (next: CatalogLocation) => {
    setAt(next);
    setFilter(undefined);
  };
  return (
    <Dialog opened={opened} onClose={onClose} title="Add sources" size="70rem">
      <AddSources workspaceID={workspaceID} at={at} filter={filter} onOpen={open} onFilter={setFilter} />
    </Dialog>
  );
}
