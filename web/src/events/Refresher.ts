import { type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query';

// The share of time that a page may spend reading one query again.
const share = 0.25;

// Refresher reads queries again after events, each at intervals: at least the requested one, and longer if the response
// takes long, as the results of ten thousand nodes do.
export class Refresher {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly notBefore = new Map<string, number>();

  constructor(private readonly queryClient: QueryClient) {}

  request(queryKey: QueryKey, interval: number): void {
    const id = hashKey(queryKey);
    if (this.timers.has(id)) return;
    const wait = Math.max(0, (this.notBefore.get(id) ?? 0) - Date.now());
    this.timers.set(id, setTimeout(() => void this.refresh(id, queryKey, interval), wait));
  }

  // requestOverviews reads again what the lists and the page of an environment show.
  requestOverviews(environmentID: string, interval: number): void {
    this.request(['environments', 'overviews'], interval);
    this.request(['environments', 'overview', environmentID], interval);
  }

  stop(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers.clear();
  }

  private async refresh(id: string, queryKey: QueryKey, interval: number): Promise<void> {
    this.timers.delete(id);
    const begin = Date.now();
    this.notBefore.set(id, begin + interval);
    await this.queryClient.invalidateQueries({ queryKey });
    const took = Date.now() - begin;
    this.notBefore.set(id, Date.now() + Math.max(interval, took / share));
  }
}
