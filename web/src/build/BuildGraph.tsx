import { ActionIcon } from '@mantine/core';
import { GraphView } from '../graph/GraphView';
import { LocationDot } from '../graph/LocationDot';
import { locationsOf, selectNode, toggleLocation } from '../selector/selectorText';
import { Icon, type IconName } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './BuildGraph.module.css';
import { positionIn } from './search';
import type { Build } from './useBuild';

interface BuildGraphProps {
  build: Build;
  hasTree: boolean;
  onTree: () => void;
}

export function BuildGraph({ build, hasTree, onTree }: BuildGraphProps) {
  const { scene, looks, matched, selected, change, open, graph, search } = build;
  return (
    <GraphView
      scene={scene}
      looks={looks}
      matched={matched}
      selected={selected?.id}
      onSelect={(node) => change({ node: node?.id })}
      onOpen={open}
      position={positionIn(search)}
      onPosition={({ x, y, zoom }) => isHere() && change({ x: `${x}`, y: `${y}`, z: `${zoom}` })}
      label={`Graph of ${counted(graph.total, 'node')}. The view Nodes has the same as a table.`}
    >
      <div className={classes.box} role="group" aria-label="Graph">
        <Tool icon="tree" label="Tree" isOn={hasTree} onClick={onTree} />
        <Tool
          icon="left"
          label="Select the node with everything upstream"
          isDisabled={!selected}
          onClick={() => selected && change({ select: selectNode(selected.name, { up: true }) })}
        />
        <Tool
          icon="right"
          label="Select the node with everything downstream"
          isDisabled={!selected}
          onClick={() => selected && change({ select: selectNode(selected.name, { down: true }) })}
        />
      </div>
      <Legend build={build} />
    </GraphView>
  );
}

// isHere is false while the next page loads: a change of the address would lead back.
const isHere = () => window.location.pathname.endsWith('/build');

// Legend names the colors of the locations. An entry adds its location to the selector.
function Legend({ build: { graph, scene, selector, change } }: { build: Build }) {
  const chosen = locationsOf(selector) ?? [];
  return (
    <div className={classes.box} role="group" aria-label="Locations">
      {graph.locations.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className={classes.entry}
          aria-pressed={chosen.includes(name)}
          onClick={() => change({ select: toggleLocation(selector, name) || undefined })}
        >
          <LocationDot hue={scene.hues.get(name)} />
          {name} {count}
        </button>
      ))}
    </div>
  );
}

interface ToolProps {
  icon: IconName;
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

function Tool({ icon, label, isOn, isDisabled, onClick }: ToolProps) {
  return (
    <ActionIcon variant={isOn ? 'light' : 'subtle'} color={isOn ? undefined : 'gray'} aria-label={label} title={label} aria-pressed={isOn} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
