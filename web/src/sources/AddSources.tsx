import { useState } from 'react';
import type { CatalogLocation } from '../api/sources';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import { SchemaTree } from './SchemaTree';
import { SourceForm } from './SourceForm';
import classes from './Sources.module.css';
import { TableList } from './TableList';

interface AddSourcesProps {
  workspaceID: string;
  at: CatalogLocation;
  filter?: string;
  onOpen: (at: CatalogLocation) => void;
  onFilter: (text: string | undefined) => void;
}

// AddSources lists databases and schemas on the left and tables on the right, and adds the checked tables.
export function AddSources({ workspaceID, at, filter, onOpen, onFilter }: AddSourcesProps) {
  const [checked, setChecked] = useState<string[]>([]);
  const [added, setAdded] = useState<string[]>([]);
  const { database, schema } = at;
  const open = (next: CatalogLocation) => {
    setChecked([]);
    setAdded([]);
    onOpen(next);
  };
  return (
    <div className={classes.split}>
      <SchemaTree workspaceID={workspaceID} at={at} onOpen={open} />
      <div className={classes.work}>
        {added.length > 0 && (
          <p className={classes.added} role="status">
            <Icon name="idle" size={16} /> {counted(added.length, 'source')} added: {added.join(', ')}.
          </p>
        )}
        {database && schema ? (
          <>
            <TableList
              key={`${database} ${schema}`}
              workspaceID={workspaceID}
              at={{ database, schema }}
              filter={filter}
              checked={checked}
              onCheck={setChecked}
              onFilter={onFilter}
            />
            <SourceForm
              key={`form of ${database} ${schema}`}
              workspaceID={workspaceID}
              database={database}
              schema={schema}
              tables={checked}
              onAdded={(names) => {
                setAdded(names);
                setChecked([]);
              }}
            />
          </>
        ) : (
          <p className={classes.choose}>Choose a schema to see its tables and views.</p>
        )}
      </div>
    </div>
  );
}
