import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { GraphNode } from '../api/graphs';
import tones from '../runs/tones.module.css';
import { Icon } from '../ui/Icon';
import classes from './NodeCard.module.css';
import hues from './hues.module.css';
import type { CardLook } from './look';

export interface CardData extends Record<string, unknown> {
  node: GraphNode;
  look: CardLook | undefined;
  hue: number;
  isSoft: boolean;
  isSelected: boolean;
}

export type CardNode = Node<CardData, 'card'>;

// NodeCard is a node at a zoom at which its name can be read.
export const NodeCard = memo(function NodeCard({ data: { node, look, hue, isSoft, isSelected } }: NodeProps<CardNode>) {
  return (
    <div
      className={`${classes.card} ${tones.tone}`}
      data-tone={look?.tone}
      data-soft={isSoft || undefined}
      data-selected={isSelected || undefined}
      data-broken={node.errors > 0 || look?.tone === 'failed' || undefined}
      data-node={node.name}
    >
      <i className={`${classes.location} ${hues.hue}`} data-hue={hue} />
      <span className={classes.name}>{node.name}</span>
      {look && (
        <span className={classes.state}>
          <Icon name={look.icon} size={16} />
        </span>
      )}
      <span className={classes.facts}>
        <span>{factsOf(node, look)}</span>
        {look?.time && <span>{look.time}</span>}
      </span>
    </div>
  );
});

function factsOf(node: GraphNode, look: CardLook | undefined): string {
  const type = node.nodeTypeName ?? node.nodeType;
  if (node.errors > 0) return `${type} · ${node.errors} ${node.errors === 1 ? 'error' : 'errors'}`;
  return look?.detail ? `${type} · ${look.detail}` : type;
}
