import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applyEvents } from './applyEvents';
import { connect, useConnection } from './connection';
import { Refresher } from './Refresher';

// useServerEvents keeps the runs of the page current. What the server does not replay after a lost connection, such as
// the end of a run in a restored database, is read again.
export function useServerEvents(): void {
  const queryClient = useQueryClient();
  const { state } = useConnection();
  const wasLost = useRef(false);

  useEffect(() => {
    const refresher = new Refresher(queryClient);
    const disconnect = connect((events) => applyEvents(queryClient, refresher, events));
    return () => {
      disconnect();
      refresher.stop();
    };
  }, [queryClient]);

  useEffect(() => {
    if (state === 'reconnecting') wasLost.current = true;
    if (state !== 'live' || !wasLost.current) return;
    wasLost.current = false;
    void queryClient.invalidateQueries({ queryKey: ['runs'] });
    void queryClient.invalidateQueries({ queryKey: ['load'] });
    void queryClient.invalidateQueries({ queryKey: ['server', 'current'] });
  }, [state, queryClient]);
}
