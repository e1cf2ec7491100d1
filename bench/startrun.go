package main

import "fmt"

// startRun measures how many runs a server accepts per second, from one client and from many. An accepted run is stored
// durably. The server executes the runs at the same time, as it would in production.
func (b *bench) startRun() error {
	return b.withRunStarter(serverOptions{args: []string{"--no-sample"}}, func(r *runStarter) error {
		for _, c := range []struct {
			clients, runs int
			goal          float64
		}{{1, b.small() / 4, 500}, {connections, b.small() / 2, 1_000}} {
			var rates []float64
			for range b.rounds {
				result, err := r.start(loadOrder{Connections: c.clients, Count: c.runs})
				if err != nil {
					return err
				}
				rates = append(rates, result.rate())
				if err := r.awaitIdle(); err != nil {
					return err
				}
			}
			b.atLeast(fmt.Sprintf("runs accepted per second, clients: %d", c.clients), median(rates), c.goal, perSecond)
		}
		return nil
	})
}
