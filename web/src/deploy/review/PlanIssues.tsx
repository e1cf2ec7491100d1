import type { ReactNode } from 'react';
import type { Plan, PlanIssue } from '../../api/plans';
import tones from '../../environments/tones.module.css';
import { Icon } from '../../ui/Icon';
import { sentence } from '../../ui/text';
import classes from './Review.module.css';

const issueKey = ({ code, node, message }: PlanIssue) => `${code} ${node} ${message}`;

// StopIssues lists why a plan cannot be deployed.
export function StopIssues({ issues }: { issues: PlanIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <section className={classes.block} data-tone="failed" aria-label="Errors">
      <h2 className={classes.blockTitle}>
        <Icon name="failed" />
        This plan cannot be deployed. Fix the errors and plan again.
      </h2>
      {issues.map((issue) => (
        <Message key={issueKey(issue)} icon={<Icon name="failed" size={16} />} tone="failed">
          <strong>{issue.node}</strong> {sentence(issue.message)}
          <Where issue={issue} />
          <br />
          <small>{issue.hint}</small>
        </Message>
      ))}
    </section>
  );
}

// PlanWarnings lists changes that were made in the database by hand, and what may go wrong.
export function PlanWarnings({ plan: { issues, presyncDetails } }: { plan: Plan }) {
  const { drift } = presyncDetails;
  if (issues.warn.length + drift.length === 0) return null;
  return (
    <section className={classes.block} data-tone="warning" aria-label="Warnings">
      {drift.map(({ object, message }) => (
        <Message key={`${object} ${message}`} icon={<Icon name="alert" size={16} />} tone="warning">
          <strong className={tones.text} data-tone="warning">
            Changed by hand:
          </strong>{' '}
          <code>{object}</code> {message}
        </Message>
      ))}
      {issues.warn.map((issue) => (
        <Message key={issueKey(issue)} icon={<Icon name="alert" size={16} />} tone="warning">
          {issue.node && <strong>{issue.node}: </strong>}
          {sentence(issue.message)}
          <Where issue={issue} /> <small>{issue.hint}</small>
        </Message>
      ))}
    </section>
  );
}

function Where({ issue: { file, line } }: { issue: PlanIssue }) {
  if (!file) return null;
  return (
    <>
      {' '}
      <code>{line ? `${file}:${line}` : file}</code>
    </>
  );
}

function Message({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) {
  return (
    <div className={classes.message}>
      <span className={tones.text} data-tone={tone}>
        {icon}
      </span>
      <p>{children}</p>
    </div>
  );
}
