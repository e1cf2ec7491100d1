package main

import (
	"errors"
	"fmt"
	"time"
)

// restTime is how long a server rests before its memory is read.
const restTime = 5 * time.Second

// memory measures the resident memory of a server with the sample: idle, and after many runs. The processes in which
// DuckDB runs are the engine's; their memory is printed beside it.
func (b *bench) memory() (err error) {
	s, err := startServer(b.ctx, serverOptions{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if err := b.reportMemory(s, "server memory, idle", 100); err != nil {
		return err
	}
	r, err := b.newRunStarter(s)
	if err != nil {
		return err
	}
	if _, err := r.start(loadOrder{Connections: connections, Count: b.small()}); err != nil {
		return err
	}
	if err := r.awaitIdle(); err != nil {
		return err
	}
	own, _, err := s.memory()
	if err != nil {
		return err
	}
	b.note("memory at the end of the last run", figure(own, inMegabytes))
	return b.reportMemory(s, fmt.Sprintf("server memory, after %s runs", count(b.small())), 200)
}

func (b *bench) reportMemory(s *server, what string, goal float64) error {
	time.Sleep(restTime)
	own, children, err := s.memory()
	if err != nil {
		return err
	}
	b.atMost(what, own, goal, inMegabytes)
	b.note("memory of its DuckDB processes beside that", figure(children, inMegabytes))
	return nil
}
