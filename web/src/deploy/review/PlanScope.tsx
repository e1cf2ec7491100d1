import type { Plan } from '../../api/plans';
import { Icon } from '../../ui/Icon';
import { sentence } from '../../ui/text';
import classes from './Review.module.css';

// PlanScope says how a plan was limited, and which nodes stay as they are deployed because of errors.
export function PlanScope({ scope }: Pick<Plan, 'scope'>) {
  if (!scope) return null;
  const { includeNodesSelector, excludeNodesSelector, unselected, kept, allowOtherPlatform } = scope;
  return (
    <section className={classes.block} data-tone="warning" aria-label="Scope">
      <h2 className={classes.blockTitle}>
        <Icon name="alert" />
        This plan is for a part of the project, or for another platform.
      </h2>
      <ul>
        {includeNodesSelector && (
          <li>
            Only <code>{includeNodesSelector}</code>
          </li>
        )}
        {excludeNodesSelector && (
          <li>
            Without <code>{excludeNodesSelector}</code>
          </li>
        )}
        {unselected > 0 && <li>{unselected} other nodes stay as they are deployed</li>}
        {allowOtherPlatform && <li>The project may be written for another platform</li>}
        {kept.map(({ nodeID, node, isDeployed, message }) => (
          <li key={nodeID}>
            <strong>{node}</strong> {isDeployed ? 'stays as it is deployed' : 'stays undeployed'}: {sentence(message)}
          </li>
        ))}
      </ul>
    </section>
  );
}
