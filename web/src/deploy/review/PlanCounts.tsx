import type { Plan } from '../../api/plans';
import { shortCommit } from '../../environments/DeployedCommit';
import type { Tone } from '../../environments/status';
import tones from '../../environments/tones.module.css';
import { counted } from '../../ui/text';
import { changesOf } from './changes';
import classes from './Review.module.css';

// PlanCounts shows how many nodes a plan changes. Zeros are left out, except if all are.
export function PlanCounts({ plan }: { plan: Plan }) {
  const { counts, gitInfo, environmentState } = plan;
  const all: { label: string; count: number; tone: Tone }[] = [
    { label: 'to delete', count: counts.deleted, tone: 'failed' },
    { label: 'to alter', count: counts.altered, tone: 'warning' },
    { label: 'to rebuild', count: counts.rebuilt, tone: 'warning' },
    { label: 'to add', count: counts.added, tone: 'idle' },
    { label: 'metadata only', count: counts.metadata, tone: 'fading' },
    { label: 'unchanged', count: counts.unchanged, tone: 'fading' },
  ];
  const statements = changesOf(plan).reduce((sum, { steps }) => sum + (steps?.length ?? 0), 0);
  return (
    <section className={`${classes.block} ${classes.countsBlock}`} aria-label="Counts">
      <dl className={classes.counts}>
        {all
          .filter(({ count, label }) => count > 0 || label === 'unchanged')
          .map(({ label, count, tone }) => (
            <div key={label} className={classes.count}>
              <dt>{label}</dt>
              <dd className={tones.text} data-tone={tone}>
                {count}
              </dd>
            </div>
          ))}
      </dl>
      <p className={classes.facts}>
        {environmentState.deployedCommit && (
          <>
            From <code>{shortCommit(environmentState.deployedCommit)}</code> to{' '}
          </>
        )}
        <code>{shortCommit(gitInfo.oid)}</code>
        {gitInfo.commit.message && ` ${gitInfo.commit.message.split('\n', 1)[0]}`}, {counted(statements, 'statement')}
      </p>
    </section>
  );
}
