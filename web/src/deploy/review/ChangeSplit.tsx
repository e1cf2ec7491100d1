import { Title } from '@mantine/core';
import type { FileChange } from '../../api/commits';
import type { WizardSearch } from '../../app/environmentSearch';
import choices from '../Choices.module.css';
import type { WizardContext } from '../Wizard';
import { ChangeDetail } from './ChangeDetail';
import { ChangeList } from './ChangeList';
import { type Change, isBreaking } from './changes';
import classes from './Review.module.css';

interface ChangeSplitProps extends WizardContext {
  changes: Change[];
  sources: FileChange[];
}

const filters: { show: WizardSearch['show']; label: string; holds: (change: Change) => boolean }[] = [
  { show: undefined, label: 'All', holds: () => true },
  { show: 'breaking', label: 'Breaking', holds: isBreaking },
  { show: 'loss', label: 'Loss', holds: ({ destructive }) => (destructive ?? []).length > 0 },
];

// ChangeSplit shows the changes on the left and the selected one on the right.
export function ChangeSplit({ changes, sources, search, go }: ChangeSplitProps) {
  if (changes.length === 0) return null;
  const filter = filters.find(({ show }) => show === search.show) ?? filters[0]!;
  const shown = changes.filter(filter.holds);
  const selected = shown.find(({ nodeID }) => nodeID === search.node) ?? shown.find(isBreaking) ?? shown[0];
  return (
    <div className={classes.split}>
      <section className={classes.block} aria-label="Changes of the plan">
        <div className={classes.listHeader}>
          <Title order={2} size="h5">
            Changes
          </Title>
          <fieldset className={choices.kinds}>
            {filters.map(({ show, label, holds }) => (
              <label key={label} className={choices.kind}>
                <input type="radio" name="show" checked={filter.show === show} onChange={() => go({ show, node: undefined }, { replace: true })} />
                {label} {changes.filter(holds).length}
              </label>
            ))}
          </fieldset>
        </div>
        <ChangeList changes={shown} selected={selected?.nodeID} onSelect={(node) => go({ node }, { replace: true })} />
      </section>
      {selected && <ChangeDetail key={selected.nodeID} change={selected} source={sourceOf(selected, sources)} />}
    </div>
  );
}

function sourceOf({ nodeID, title }: Change, sources: FileChange[]): FileChange | undefined {
  return sources.find((file) => file.nodeID === nodeID) ?? sources.find((file) => file.node === title);
}
