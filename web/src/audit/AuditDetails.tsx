import { Text } from '@mantine/core';
import type { AuditEntry } from '../api/audit';
import plain from '../ui/PlainTable.module.css';
import { absoluteTime } from '../ui/time';
import classes from './Audit.module.css';
import { actorText, valueText } from './words';

// AuditDetails shows everything that an entry records, with the old and the new values.
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  return (
    <div className={classes.details}>
      {entry.changes.length > 0 && (
        <table className={plain.table} aria-label="Changes">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Old</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {entry.changes.map(({ field, old, new: updated }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td className={classes.value}>{valueText(old)}</td>
                <td className={classes.value}>{valueText(updated)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={classes.facts}>
        {facts(entry).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed" className={classes.hash}>
        hash <code>{entry.hash}</code>
      </Text>
    </div>
  );
}

function facts(entry: AuditEntry): [string, string][] {
  const { object, credential } = entry;
  const all: [string, string | undefined][] = [
    ['Entry', entry.id],
    ['Time', absoluteTime(new Date(entry.at))],
    ['User', actorText(entry)],
    ['Reason', entry.reason],
    ['Signed in with', credential && [credential.kind, credential.id].filter(Boolean).join(' ')],
    ['Address', entry.address],
    ['Request id', entry.requestID],
    ['Object', [object.kind, object.id].filter(Boolean).join(' ')],
    ['Project', object.projectID],
    ['Environment or workspace', object.environmentID],
  ];
  return all.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
