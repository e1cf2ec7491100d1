import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { connect, useConnection } from './connection';
import { Refresher } from './Refresher';

let loading: Promise<typeof import('./applyEvents')> | undefined;

// loadApply loads what applies events. The first page does not wait for it; batches stay in their order.
function loadApply() {
  loading ??= import('./applyEvents').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

// useServerEvents keeps the page current. What the server does not replay after a lost connection, such as the end of a
// run in a restored database or a schedule that was deleted, is read again.
export function useServerEvents(): void {
  const queryClient = useQueryClient();
  const { state } = useConnection();
  const wasLost = useRef(false);

  useEffect(() => {
    const refresher = new Refresher(queryClient);
    void loadApply().catch(() => undefined);
    const disconnect = connect((events) => {
      // What cannot be applied, because the server stopped before this was loaded, is read again after the reconnection.
      void loadApply().then(({ applyEvents }) => applyEvents(queryClient, refresher, events), () => undefined);
    });
    return () => {
      disconnect();
      refresher.stop();
    };
  }, [queryClient]);

  useEffect(() => {
    renewIntervals(queryClient);
    if (state === 'reconnecting') wasLost.current = true;
    if (state !== 'live' || !wasLost.current) return;
    wasLost.current = false;
    for (const noun of ['runs', 'environments', 'schedules', 'deploymentRuns']) void queryClient.invalidateQueries({ queryKey: [noun] });
    void queryClient.invalidateQueries({ queryKey: ['load'] });
    void queryClient.invalidateQueries({ queryKey: ['server', 'current'] });
  }, [state, queryClient]);
}

// renewIntervals makes queries that wait for a distant refresh poll at once, and the other way round: pollEvery depends on the
// connection.
function renewIntervals(queryClient: QueryClient): void {
  for (const { observers } of queryClient.getQueryCache().getAll()) observers.forEach((observer) => observer.setOptions(observer.options));
}
