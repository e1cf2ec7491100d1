import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem';
import type { components } from '../api/schema.gen';
import { readinessQuery } from '../api/server';
import tones from '../environments/tones.module.css';
import { Icon } from '../ui/Icon';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import facts from './Server.module.css';
import { databaseNames, sizeText, waitText, workerName } from './words';

export type ServerState = components['schemas']['ServerState'];

// ServerFacts are the numbers that answer whether the server keeps up.
export function ServerFacts({ state }: { state: ServerState }) {
  const { version, startedAt, worker, database, disk, runs, leases, firings, deliveries, installation } = state;
  const workers = new Set(leases.map((lease) => lease.worker)).size;
  const expired = leases.filter(({ isExpired }) => isExpired).length;
  return (
    <dl className={facts.facts}>
      <Fact label="State" value={<Readiness />}>
        {worker ? `process ${workerName(worker)}, started` : 'executes no runs, started'} <RelativeTime at={startedAt} />
      </Fact>
      <Fact label="Version" value={version}>
        {databaseNames[database.kind] ?? database.kind} {database.version}, schema {database.schema}
      </Fact>
      <Fact label="Disk of the data folder" value={disk ? `${sizeText(disk.freeBytes)} free` : 'unknown'}>
        {disk && (
          <>
            of {sizeText(disk.totalBytes)}
            {disk.isFull && (
              <span className={tones.text} data-tone="failed">
                , full: the server accepts no new work
              </span>
            )}
          </>
        )}
      </Fact>
      <Fact label="Queue" value={`${counted(runs.waiting, 'run')} waiting`}>
        {runs.running} running{waitText(runs.oldestWaitSeconds) && `, the oldest waits for ${waitText(runs.oldestWaitSeconds)}`}
      </Fact>
      <Fact label="Leases" value={`${leases.length}`}>
        {leases.length === 0 ? 'no worker has a run' : `${counted(workers, 'worker')}${expired > 0 ? `, ${expired} expired` : ''}`}
      </Fact>
      <Fact label="Firings" value={`${firings.due} due`}>
        {firings.queued} queued{waitText(firings.overdueSeconds) && `, ${waitText(firings.overdueSeconds)} late`}
      </Fact>
      <Fact label="Webhook deliveries" value={`${deliveries.waiting} waiting`}>
        {waitText(deliveries.oldestWaitSeconds) && `the oldest for ${waitText(deliveries.oldestWaitSeconds)}`}
      </Fact>
      {installation && (
        <>
          <Fact isWide label="All organizations" value={counted(installation.organizations, 'organization')}>
            {counted(installation.users, 'user')}, {installation.runsRunning} running, {installation.runsWaiting} waiting
          </Fact>
          <Fact isWide label="State database" value={sizeText(installation.databaseBytes)}>
            organizations store {sizeText(installation.storageBytes)}
          </Fact>
        </>
      )}
    </dl>
  );
}

function Readiness() {
  const readiness = useQuery(readinessQuery);
  const tone = readiness.error ? 'failed' : 'idle';
  return (
    <span className={tones.mark} data-tone={tone}>
      <Icon name={readiness.error ? 'failed' : 'idle'} size={16} />
      {readiness.error ? `Not ready: ${problemOf(readiness.error).message}` : 'Ready'}
    </span>
  );
}

interface FactProps {
  label: string;
  value: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}

function Fact({ label, value, isWide, children }: FactProps) {
  return (
    <div className={facts.fact} data-wide={isWide || undefined}>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {children}
      </dd>
    </div>
  );
}
